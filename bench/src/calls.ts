import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { createCookieJar } from '@atrium/server/test/cookie-jar.ts'
import { password } from './seed.ts'

export type Tokens = ReplyOf<typeof signInContract.accessToken>

const jar = createCookieJar()
/** Cookies of a token: browser sessions are bound to one. */
export const toCookie = (token: string): string => jar.cookieFor({ token }) ?? ''

const post = async <T>(url: string, body: unknown, token = ''): Promise<T> => {
  const cookie = jar.cookieFor({ token, body })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  const envelope = (await answer.json()) as { code: number; msg: string; data: T }
  jar.store(cookie, { setCookie: answer.headers.getSetCookie(), body: envelope })
  // Refusals are fast and would distort the results.
  if (envelope.code !== 0) throw new Error(`${url}：${envelope.code} ${envelope.msg}`)
  return envelope.data
}

export const signIn = async (base: string, account: string): Promise<Tokens> => {
  const { tempToken } = await post<{ tempToken: string }>(base + signInContract.verify.path, { account, password })
  return post<Tokens>(base + signInContract.accessToken.path, {}, tempToken)
}
export const refresh = (base: string, { token, refreshToken }: Tokens): Promise<Tokens> =>
  post<Tokens>(base + sessionContract.refresh.path, { token, refreshToken })
