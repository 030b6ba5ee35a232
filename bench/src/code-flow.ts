import { createHash, randomBytes } from 'node:crypto'
import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { toCookie } from './calls.ts'
import { callback } from './oidc-stage.ts'
import type { AppSecret } from './signed-calls.ts'

/** How an application names itself at the token endpoint. */
export const toBasicAuth = ({ appKey, secret }: AppSecret): string =>
  `Basic ${Buffer.from(`${appKey}:${secret}`).toString('base64')}`

/** An address of its own for each request, as the product counts those of one. */
const anyAddress = () => `10.${[...randomBytes(3)].join('.')}`

/**
 * A person's browser. Takes the token of their sign-in.
 * @returns runs a code flow from its request to its tokens
 */
export const createPerson = (base: string, app: AppSecret, token: string) => {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, base)
    const cookie = [toCookie(token), ...[...cookies].map((pair) => pair.join('='))].filter(Boolean).join('; ')
    const reply = await fetch(base + url.pathname + url.search, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie, 'x-forwarded-for': anyAddress() },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { location: reply.headers.get('location') ?? '', json: () => reply.json(), done: () => reply.arrayBuffer() }
  }
  const allow = async (asked: string): Promise<string> => {
    const page = await send(asked)
    const uid = new URL(page.location, base).searchParams.get('uid') ?? ''
    const decided = await send(oidcContract.decide.path.replace(':uid', uid), {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{"allow":true}',
    })
    const { data, msg } = (await decided.json()) as { data?: { url: string }; msg: string }
    if (!data) throw new Error(msg)
    return (await send(data.url)).location
  }
  return async () => {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: app.appKey,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const begun = await send(`/oidc/authorize?${query}`)
    await begun.done()
    const back = begun.location.includes('/interactions/') ? await allow(begun.location) : begun.location
    const code = new URL(back).searchParams.get('code') ?? ''
    const reply = await send('/oidc/token', {
      method: 'POST',
      headers: { authorization: toBasicAuth(app) },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      }),
    })
    const tokens = (await reply.json()) as { access_token?: string; error?: string }
    if (tokens.access_token === undefined) throw new Error(`没有得到令牌：${JSON.stringify(tokens)}`)
  }
}
