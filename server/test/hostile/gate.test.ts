import { defineContract, publicBecause } from '@atrium/contract/kernel/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openFileStore } from '../../src/kernel/files/open-file-store.ts'
import { implement } from '../../src/kernel/http/implement.ts'
import { registerRoutes } from '../../src/kernel/http/register-routes.ts'
import { hardenServer, serverOptions } from '../../src/kernel/http/server-options.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { createMetrics } from '../../src/kernel/metrics.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { readPlatformCompany } from '../factories.ts'
import { createTestApp } from '../harness.ts'
import { createGate } from './gate.ts'
import { hostileStrings } from './hostile-values.ts'
import { shotWith } from './shots.ts'

const plantedContract = (path: string) =>
  defineContract('planted', {
    find: {
      method: 'GET',
      path,
      summary: 'A fault put here on purpose',
      access: publicBecause('only this test knows it'),
      reach: 'manual',
      query: z.object({ word: z.string() }),
      reply: z.string(),
    },
  })

/** Plants one fault of each kind behind the product's routing and expects the gate to find it. */
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
      platformCompany: await readPlatformCompany(app),
      constraints: {},
      fieldMasks: {},
      secrets: createSecrets('a secret key for tests only'),
      cookies: { read: () => ({}), setter: () => () => undefined },
      authenticate: async () => ({ kind: 'ended' }) as const,
      encryptMode: async () => 0 as const,
      shares: { yieldToOthers: async () => undefined, take: async () => undefined },
      recordDenial: async () => undefined,
      recordFailure: () => undefined,
      countCall: () => undefined,
      countObserved: () => undefined,
      requireReauthentication: async () => undefined,
      fileStore: openFileStore(''),
      ownTexts: async () => undefined,
    }
    faultsOf = async (find, hook) => {
      const contract = plantedContract('/api/planted/v1')
      const server = Fastify(serverOptions([]))
      hardenServer(server)
      hook?.(server)
      registerRoutes(server, kernel, implement(contract, { find: (_, { word }) => find(word) }))
      const gate = createGate(server)
      const at = { part: 'query', path: ['word'] } as const
      await gate.volley(hostileStrings.map((word) => shotWith(contract.find, {}, Buffer.alloc(0), at, word)))
      await server.close()
      return gate.takeFaults()
    }
  })

  it('reports nothing without a fault', async () => {
    expect(await faultsOf(async (word) => word)).toEqual([])
  })
  it('reports text that becomes SQL', async () => {
    const app = await createTestApp()
    const find = async (word: string) => {
      await app.database.statement({ text: `select '${word.slice(0, 3)}' as word`, values: [] })
      return word
    }
    expect((await faultsOf(find)).join()).toContain('status 500')
  })
  it('reports a handler that throws on a quote', async () => {
    const find = async (word: string) => {
      if (word.includes(`'`)) throw new Error('planted')
      return word
    }
    expect((await faultsOf(find)).join()).toContain('status 500')
  })
  it('reports a slow response', async () => {
    const find = async (word: string) => {
      if (word === '$1') await new Promise((slow) => setTimeout(slow, 2100))
      return word
    }
    expect((await faultsOf(find)).join()).toContain('took')
  })
  it('reports a response without an envelope', async () => {
    const bare = (server: FastifyInstance) =>
      void server.addHook('onSend', async (request, reply, payload) => {
        if (!request.url.includes('%25')) return payload
        reply.header('content-type', 'text/plain')
        return 'oops'
      })
    expect((await faultsOf(async (word) => word, bare)).join()).toContain('no JSON object')
  })
})
