import type { FastifyInstance } from 'fastify'
import type { Logger } from '../logger.ts'

/**
 * Logs a line for each answer: the pattern of its path, never what it was called with, status, code, time and the ids of
 * caller and company.
 */
export const logAccess = (server: FastifyInstance, log: Logger): void => {
  server.addHook('onResponse', (request, reply, done) => {
    const { context, time } = request.arrival
    log.info({ ...context, status: reply.statusCode, ms: Math.round(performance.now() - time) }, 'answered')
    done()
  })
}
