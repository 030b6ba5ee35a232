import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './write-probe.ts'

/** Below the polling interval of load balancers. */
const timeoutMs = 2000

/**
 * `/healthz`: the process answers. `/readyz`: it accepts requests; false while draining, without its database, or while
 * writes fail.
 */
export const registerProbes = (server: FastifyInstance, probe: () => Promise<Readiness>) => {
  let draining = false
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' })
    const status = await Promise.race([probe(), sleep(timeoutMs, 'no database', { ref: false })])
    return reply.status(status === 'ok' ? 200 : 503).send({ status })
  })
  server.addHook('onRequest', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  server.decorate('beginDraining', () => {
    draining = true
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail and every answer close its connection. */
    beginDraining(): void
  }
}
