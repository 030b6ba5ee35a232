import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/** A load balancer asks every few seconds, and wants to be answered before it asks again. */
const patienceMs = 2000
const answersInTime = (database: Database): Promise<boolean> => {
  const answered = database.statement({ text: 'select 1', values: [] }).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(patienceMs, false, { ref: false })])
}

/** `/healthz`: the process answers. `/readyz`: it may be sent requests; false while draining or without its database. */
export const registerProbes = (server: FastifyInstance, database: Database) => {
  let draining = false
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' })
    if (await answersInTime(database)) return { status: 'ok' }
    return reply.status(503).send({ status: 'no database' })
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
