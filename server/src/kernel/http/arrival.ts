import type { FastifyInstance } from 'fastify'
import type { CallContext } from '../call-context.ts'

/** Address of the caller and time of the request, as `performance.now()` counts; what is known of the call. */
export type Arrival = { ip: string; time: number; context: CallContext }

/**
 * Records address and time when a request arrives: a socket that is reset during the call no longer knows its peer. The
 * address is empty if the reset came before the connection was accepted.
 */
export const noteArrivals = (server: FastifyInstance): void => {
  // Node caches the address once it has been read.
  server.server.on('connection', (socket) => void socket.remoteAddress)
  server.decorateRequest('arrival')
  server.addHook('onRequest', (request, _reply, done) => {
    // Typed as always present, which it is not.
    const ip: string | undefined = request.ip
    const endpoint = `${request.method} ${request.routeOptions.url ?? ''}`
    request.arrival = { ip: ip ?? '', time: performance.now(), context: { traceId: request.id, endpoint } }
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival
  }
}
