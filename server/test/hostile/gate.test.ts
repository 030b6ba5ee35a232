import { defineContract, publicBecause } from '@atrium/contract/kernel/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { implement } from '../../src/kernel/http/implement.ts'
import { registerRoutes } from '../../src/kernel/http/register-routes.ts'
import { hardenServer, serverOptions } from '../../src/kernel/http/server-options.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { createMetrics } from '../../src/kernel/metrics.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { platformCompanyOf } from '../factories.ts'
import { createTestApp } from '../harness.ts'
import { createGate } from './gate.ts'
import { hostileStrings } from './hostile-values.ts'
import { shotWith } from './shots.ts'

const planted = (path: string) =>
  defineContract('planted', {
    find: {
      method: 'GET',
      path,
      summary: 'A fault put here on purpose',
      access: publicBecause('only this test knows it'),
      reach: 'nothing',
      query: z.object({ word: z.string() }),
      reply: z.string(),
    },
  })

/** The gate is only worth what it finds: each kind of fault, planted behind the product's own road. */
describe('the gate', () => {
  let faultsOf: (find: (word: string) => Promise<string>, hook?: (server: FastifyInstance) => void) => Promise<string[]>
  beforeAll(async () => {
    const app = await createTestApp()
    const { database } = app
    const kernel = {
      database,
      limits: createLimits(database),
      log: createLogger('silent'),
      metrics: createMetrics(),
      platformCompany: await platformCompanyOf(app),
      constraints: {},
      tellers: {},
      secrets: createSecrets('a secret key for tests only'),
      cookies: { read: () => ({}), setter: () => () => undefined },
      authenticate: async () => ({ kind: 'ended' }) as const,
      encryptMode: async () => 0 as const,
      shares: { giveWay: async () => undefined, take: async () => undefined },
      keepDenial: async () => undefined,
      keepFailure: () => undefined,
      countCall: () => undefined,
      countObserved: () => undefined,
      requireProof: async () => undefined,
    }
    faultsOf = async (find, hook) => {
      const contract = planted('/api/planted/v1')
      const server = Fastify(serverOptions([]))
      hardenServer(server)
      hook?.(server)
      registerRoutes(server, kernel, implement(contract, { find: (_, { query }) => find(query.word) }))
      const gate = createGate(server)
      const at = { part: 'query', path: ['word'] } as const
      await gate.volley(hostileStrings.map((word) => shotWith(contract.find, {}, Buffer.alloc(0), at, word)))
      await server.close()
      return gate.takeFaults()
    }
  })

  it('finds nothing where nothing is wrong', async () => {
    expect(await faultsOf(async (word) => word)).toEqual([])
  })
  it('finds text that becomes SQL', async () => {
    const app = await createTestApp()
    const find = async (word: string) => {
      await app.database.statement({ text: `select '${word.slice(0, 3)}' as word`, values: [] })
      return word
    }
    expect((await faultsOf(find)).join()).toContain('status 500')
  })
  it('finds a handler that throws on a quote', async () => {
    const find = async (word: string) => {
      if (word.includes(`'`)) throw new Error('planted')
      return word
    }
    expect((await faultsOf(find)).join()).toContain('status 500')
  })
  it('finds an answer that takes too long', async () => {
    const find = async (word: string) => {
      if (word === '$1') await new Promise((slow) => setTimeout(slow, 2100))
      return word
    }
    expect((await faultsOf(find)).join()).toContain('took')
  })
  it('finds an answer that is no envelope', async () => {
    const bare = (server: FastifyInstance) =>
      void server.addHook('onSend', async (request, reply, payload) => {
        if (!request.url.includes('%25')) return payload
        reply.header('content-type', 'text/plain')
        return 'oops'
      })
    expect((await faultsOf(async (word) => word, bare)).join()).toContain('no JSON object')
  })
})
