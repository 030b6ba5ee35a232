import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/** `/healthz`: the process answers. `/readyz`: it may be sent requests; false while draining or without its database. */
export const registerProbes = (server: FastifyInstance, database: Database) => {
  let draining = false
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' })
    try {
      await database.statement({ text: 'select 1', values: [] })
      return { status: 'ok' }
    } catch {
      return reply.status(503).send({ status: 'no database' })
    }
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
