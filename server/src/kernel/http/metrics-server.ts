import { createServer } from 'node:http'
import type { Metrics } from '../metrics.ts'

/**
 * Serves `/metrics` on its own loopback port, so that no proxy in front of the console exposes it. Out: a function that
 * closes it. Throws if the port is in use.
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
