import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { oidcScopes } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import * as client from 'openid-client'
import type { TestApp } from './harness.ts'

type Settings = Partial<RequestOf<typeof openAppsContract.updateOidc>['body']>
type Account = { account: string; password: string }
type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  token?: string
  body?: object
  form?: Record<string, string>
}

export const issuer = 'http://localhost:3000/oidc'
export const callback = 'https://erp.example.cn/callback'
export const afterLogout = 'https://erp.example.cn/bye'

type Sent = { method: string; headers: Record<string, string> | Headers; body?: unknown }
/** Fetch of a program that reaches the product alone. */
export const fetchFrom =
  (app: TestApp) =>
  async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const { host, pathname, search } = new URL(url)
    const reply = await app.server.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(headers)), host },
      ...(body ? { payload: String(body) } : {}),
    })
    const isEmpty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(isEmpty ? null : reply.body, {
      status: reply.statusCode,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }

/** A browser on pages of one origin: keeps cookies by path, and follows no redirect by itself. */
export const createBrowser = (app: TestApp, origin = new URL(issuer).origin) => {
  const cookies = new Map<string, { value: string; path: string }>()
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const at = pair.indexOf('=')
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    const isOver = attributes.some((each) => /expires=Thu, 01 Jan 1970|max-age=0$/i.test(each))
    if (isOver) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path })
  }
  const isBelow = (path: string, of: string) => path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`)
  const browser = {
    async request(url: string, { method = 'GET', token, body, form }: Request = {}) {
      const { pathname, search } = new URL(url, origin)
      const sent = [...cookies].filter(([, { path }]) => isBelow(pathname, path))
      const reply = await app.server.inject({
        method,
        url: pathname + search,
        headers: {
          host: new URL(origin).host,
          cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '),
          ...(token !== undefined && { token }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body && { payload: body }),
        ...(form && { payload: new URLSearchParams(form).toString() }),
      })
      for (const line of [reply.headers['set-cookie'] ?? []].flat()) keep(line)
      const location = String(reply.headers.location ?? '')
      return { status: reply.statusCode, location, body: reply.body, json: () => reply.json() }
    },
    async signIn({ account, password }: Account): Promise<string> {
      const verify = { method: 'POST', body: { account, password } } as const
      const { data } = (await browser.request(signInContract.verify.path, verify)).json()
      const finish = { method: 'POST', token: String(data.tempToken), body: {} } as const
      return (await browser.request(signInContract.accessToken.path, finish)).json().data.token
    },
    /** What the page that asks calls. */
    ask: (uid: string, token: string, allow?: boolean) =>
      browser
        .request(oidcContract.request.path.replace(':uid', uid), {
          token,
          method: allow === undefined ? 'GET' : 'POST',
          ...(allow !== undefined && { body: { allow } }),
        })
        .then((reply) => reply.json()),
    /**
     * Goes on to the page that asks a person.
     * @returns the request that it asks about
     */
    async follow(location: string) {
      const page = await browser.request(location)
      return { uid: new URL(page.location, origin).searchParams.get('uid') ?? '' }
    },
    /**
     * Begins a sign-in to an application.
     * @returns where the browser is sent, and the request that is asked about
     */
    async begin(url: URL | string) {
      const begun = await browser.request(String(url))
      if (!begun.location.includes('/interactions/')) return { ...begun, uid: '' }
      return { ...begun, ...(await browser.follow(begun.location)) }
    },
    /**
     * Allows what is asked for and goes on.
     * @returns the address of the application, with the code
     */
    async allow(url: URL, token: string): Promise<URL> {
      const { uid, location } = await browser.begin(url)
      if (uid === '') return new URL(location)
      const { data, msg } = await browser.ask(uid, token, true)
      if (!data) throw new Error(msg)
      return new URL((await browser.request(data.url)).location)
    },
  }
  return browser
}

/** Sets up how an application signs people in, and gives a client of it that was written by others. */
export const createOidcStage = (app: TestApp) => {
  const settings = async (token: string, id: string, rest: Settings = {}) => {
    const { data } = await app.call(openAppsContract.oidc, { params: { id } }, token)
    const body = {
      redirectUris: [callback],
      logoutUris: [afterLogout],
      secretBy: 'post' as const,
      grants: ['authorization_code' as const, 'refresh_token' as const],
      scopes: [...oidcScopes],
      version: data?.version ?? 0,
      ...rest,
    }
    return app.call(openAppsContract.updateOidc, { params: { id }, body }, token)
  }
  return {
    settings,
    connect: (appKey: string, auth: client.ClientAuth, of = issuer) =>
      client.discovery(new URL(of), appKey, undefined, auth, {
        execute: [client.allowInsecureRequests],
        [client.customFetch]: fetchFrom(app),
      }),
    /** Address of a sign-in, and what the client keeps for its end. */
    async start(config: client.Configuration, scope = 'openid profile', rest: Record<string, string> = {}) {
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const expectedState = client.randomState()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope,
        state: expectedState,
        code_challenge_method: 'S256',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        ...rest,
      })
      return { url, checks: { pkceCodeVerifier, expectedState } }
    },
  }
}
