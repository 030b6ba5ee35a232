import { createServer, type ServerResponse } from 'node:http'
import type { Metrics } from '../metrics.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'
const answer = async (response: ServerResponse, metrics: Metrics) => {
  const text = await metrics.text()
  response.writeHead(200, { 'content-type': contentType }).end(text)
}

/**
 * Serves `/metrics` at an address of its own, so that no proxy in front of the console exposes it.
 * @returns a function that closes it
 * @throws if it cannot listen there
 */
export const listenForMetrics = async (metrics: Metrics, at: { host: string; port: number }): Promise<() => void> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') response.writeHead(404).end()
    // Node does not wait for its listeners: an error that no one catches ends the process.
    else answer(response, metrics).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(at.port, at.host, listening))
  server.unref()
  return () => void server.close()
}
