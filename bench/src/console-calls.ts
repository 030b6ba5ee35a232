import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { toCookie } from './calls.ts'

/**
 * Calls an endpoint of the console.
 * @throws if it refuses
 */
export const createCall =
  (base: string, token: string) =>
  async <E extends Endpoint>(
    { method, path }: E,
    { params = {}, body }: Partial<RequestOf<E>> & { params?: Record<string, string>; body?: unknown },
  ) => {
    const url = base + path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const headers = { 'content-type': 'application/json', token, cookie: toCookie(token) }
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: ReplyOf<E> }
    if (code !== 0) throw new Error(`${url}：${code} ${msg}`)
    return data
  }
