import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './write-probe.ts'

/** Below the polling interval of load balancers. */
const timeoutMs = 2000

/**
 * `/healthz`: the process answers. `/readyz`: it accepts requests; false while draining, without its database, or while
 * writes fail.
 * @returns what asks the same
 */
export const registerProbes = (server: FastifyInstance, probe: () => Promise<Readiness>) => {
  let draining = false
  const check = async () => {
    if (draining) return 'draining'
    return Promise.race([probe(), sleep(timeoutMs, 'no database' as const, { ref: false })])
  }
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    const status = await check()
    return reply.status(status === 'ok' ? 200 : 503).send({ status })
  })
  server.addHook('onRequest', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  server.decorate('beginDraining', () => {
    draining = true
  })
  return { isReady: async () => (await check()) === 'ok' }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail and every answer close its connection. */
    beginDraining(): void
  }
}
