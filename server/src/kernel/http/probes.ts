import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './write-probe.ts'

/** A load balancer asks every few seconds, and wants to be answered before it asks again. */
const patienceMs = 2000

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent requests; false while draining, without its database, or while
 * writes fail.
 */
export const registerProbes = (server: FastifyInstance, probe: () => Promise<Readiness>) => {
  let draining = false
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' })
    const status = await Promise.race([probe(), sleep(patienceMs, 'no database', { ref: false })])
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
    /** From now on `/readyz` says no and every answer asks its connection to close. */
    beginDraining(): void
  }
}
