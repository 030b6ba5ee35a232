import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { afterFile } from './after-file.ts'
import type { TestApp } from './harness.ts'

type NewHook = RequestOf<typeof webhooksContract.addHook>['body']
export type Received = {
  path: string
  headers: Record<string, string>
  body: string
  data: { type: string; timestamp: string; data: Record<string, unknown> }
}
type Answering = (request: Received, response: ServerResponse) => void

/** A receiver of webhooks, at an address of its own. It answers 204 unless a path is given another answer. */
export const createReceiver = async () => {
  const received: Received[] = []
  const answers = new Map<string, Answering>()
  const read = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const got = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
    const one = { ...got, data: body === '' ? {} : JSON.parse(body) }
    received.push(one)
    const answer = answers.get(one.path)
    if (answer) answer(one, response)
    else response.writeHead(204).end()
  }
  const server = createServer((request, response) => void read(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received.filter((each) => each.path === path),
    answer: (path: string, answering: Answering) => void answers.set(path, answering),
    received,
  }
}

/**
 * Adds a webhook.
 * @returns its id and its secret
 */
export const addHook = async (app: TestApp, token: string, appId: string, hook: NewHook) => {
  const { data, msg, errors } = await app.call(webhooksContract.addHook, { params: { id: appId }, body: hook }, token)
  if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`)
  return { hookId: data.id, secret: data.secret, secretId: undefined }
}
