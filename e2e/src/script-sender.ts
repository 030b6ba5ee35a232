import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import { createCookieJar } from '@atrium/server/test/cookie-jar.ts'

type Answer = { code: number; msg: string; data?: unknown }
type Sent = {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string | Uint8Array<ArrayBuffer>
  remoteAddress?: string
}
export type Send = (request: Sent) => Promise<Answer>
/** Calls a server without a browser, from any address that it trusts the caller to name. */
export const createSender = (url: string) => {
  const jar = createCookieJar()
  const send: Send = async ({ method, url: path, headers = {}, payload, remoteAddress }) => {
    const cookie = jar.cookieFor({ ...(headers.token !== undefined && { token: headers.token }) })
    const from = remoteAddress && { 'x-forwarded-for': remoteAddress }
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...from, ...(cookie && { cookie }) },
      ...(payload !== undefined && { body: payload }),
    })
    const isJson = String(answer.headers.get('content-type')).startsWith('application/json')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const body: Answer = isJson ? JSON.parse(bytes.toString()) : { code: 0, msg: '' }
    jar.store(cookie, { setCookie: answer.headers.getSetCookie(), body })
    return body
  }
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { token }) }
    const { code, msg, data } = await send({ method: 'POST', url: path, headers, payload: JSON.stringify(body) })
    if (code !== 0) throw new Error(`sign-in refused: ${code} ${msg}`)
    return data as Record<string, string>
  }
  /** @returns the access token */
  const signIn = async ({ account, password }: { account: string; password: string } = administrator) => {
    const { tempToken } = await post(signInContract.verify.path, { account, password })
    return (await post(signInContract.accessToken.path, {}, tempToken)).token ?? ''
  }
  return { send, signIn }
}
