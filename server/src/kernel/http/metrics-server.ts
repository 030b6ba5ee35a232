import { createServer } from 'node:http'
import type { Metrics } from '../metrics.ts'

/**
 * Serves `/metrics` on a port of its own, to this machine only, so that no proxy in front of the console ever passes
 * it on. Out: a function that closes it. Throws when the port is taken.
 */
export const listenForMetrics = async (metrics: Metrics, port: number): Promise<() => void> => {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(await metrics.text())
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening))
  server.unref()
  return () => void server.close()
}
