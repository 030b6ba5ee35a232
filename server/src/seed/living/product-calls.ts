import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import type { InjectOptions } from 'fastify'
import type { App } from '../../app.ts'
import { agent } from './insiders.repository.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Answer = { code: number; msg: string; traceId: string; data?: unknown; errors?: unknown }

const toPath = (path: string, { params = {}, query = {} }: Parts) => {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** Calls of the product's own endpoints, in this process and in the name of people who are signed in. */
export const createProductCalls = ({ server }: Pick<App, 'server'>) => {
  const inject = ({ headers, ...options }: InjectOptions) =>
    server.inject({ ...options, headers: { 'user-agent': agent, ...headers } })
  const send = async (endpoint: Endpoint, request: Parts, token: string, headers: Record<string, string> = {}) => {
    const answer = await inject({
      method: endpoint.method,
      url: toPath(endpoint.path, request),
      headers: { token, ...headers },
      ...(request.body !== undefined && { payload: request.body as object }),
    })
    return answer.json() as Answer
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  return {
    /**
     * Makes a call, and confirms what it would change.
     * @returns the data of the reply
     * @throws if it is refused
     */
    async call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string): Promise<ReplyOf<E>> {
      const parts = request as Parts
      const first = await send(endpoint, parts, token)
      const { confirmToken } = (first.data ?? {}) as { confirmToken?: string }
      const isAsked = first.code === Code.moreInput && confirmToken !== undefined
      const { code, msg, errors, data } = isAsked
        ? await send(endpoint, parts, token, { [Header.confirm]: confirmToken })
        : first
      if (code !== 0)
        throw new Error(`${endpoint.module}.${endpoint.name}：${code} ${msg} ${JSON.stringify(errors ?? '')}`)
      return data as ReplyOf<E>
    },

    /**
     * Makes a call that asks another for leave.
     * @returns the code of the reply
     */
    tryCall: async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string): Promise<number> =>
      (await send(endpoint, request as Parts, token)).code,

    /** Reads a page of a list. */
    list: async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string): Promise<unknown[]> =>
      ((await send(endpoint, request as Parts, token)).data ?? []) as unknown[],

    /**
     * Makes a call that is to be refused.
     * @returns its trace id
     */
    beRefused: async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string): Promise<string> =>
      (await send(endpoint, request as Parts, token)).traceId,

    /**
     * Uploads a file in parts, in one part.
     * @returns its id
     */
    async upload(path: string, { name, bytes }: { name: string; bytes: Uint8Array }, token: string): Promise<string> {
      const headers = { token, 'tus-resumable': '1.0.0' }
      const begun = await inject({
        method: 'POST',
        url: path,
        headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${base64(name)}` },
      })
      const url = String(begun.headers.location ?? '')
      const sent = await inject({
        method: 'PATCH',
        url,
        payload: Buffer.from(bytes),
        headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      })
      if (sent.statusCode !== 204) throw new Error(`${name}：${begun.body} ${sent.body}`)
      return url.split('/').at(-1) ?? ''
    },

    /** Sends a file with a form, as a browser does. */
    async sendForm(
      path: string,
      { name, bytes }: { name: string; bytes: Uint8Array },
      token: string,
    ): Promise<unknown> {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      const encoded = new Response(form)
      const reply = await inject({
        method: 'POST',
        url: path,
        headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
      const { code, msg, data } = reply.json() as Answer
      if (code !== 0) throw new Error(`${name}：${code} ${msg}`)
      return data
    },
  }
}
export type ProductCalls = ReturnType<typeof createProductCalls>
