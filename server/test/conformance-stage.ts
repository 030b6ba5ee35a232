import * as client from 'openid-client'
import type { TestApp } from './harness.ts'
import { createOidcApplications, type OidcApplication } from './oidc-applications.ts'
import { callback } from './oidc-stage.ts'

type Params = Record<string, string>
const scopes = ['openid', 'profile', 'email', 'phone'] as const

/** What the modules of the OpenID Foundation's plans do: requests without PKCE, by an application with a secret. */
export const createConformanceStage = async (app: TestApp) => {
  const stage = await createOidcApplications(app)
  const build = (secretBy: 'basic' | 'post' = 'post', ...[settings, place]: Parameters<typeof stage.application>) =>
    stage.application({ pkce: false, secretBy, scopes: [...scopes], ...settings }, place)
  const authorizeUrl = ({ config }: OidcApplication, params: Params = {}) => {
    const state = client.randomState()
    const url = client.buildAuthorizationUrl(config, { redirect_uri: callback, scope: 'openid', state, ...params })
    return { url, state, nonce: params.nonce }
  }
  const person = async (built: OidcApplication) => {
    const made = await stage.person(built)
    await app.sql(
      `update users set phone = '139' || lpad((random() * 99999999)::int::text, 8, '0'),
      email = account || '@example.cn' where id = $1`,
      [made.user.id],
    )
    return made
  }
  type Person = Awaited<ReturnType<typeof person>>
  const redeem = (
    { config }: OidcApplication,
    back: URL,
    { state, nonce }: { state: string; nonce?: string | undefined },
  ) => client.authorizationCodeGrant(config, back, { expectedState: state, ...(nonce && { expectedNonce: nonce }) })
  return {
    stage,
    build,
    person,
    authorizeUrl,
    redeem,
    /** The whole flow, by a new person of a new application unless they are given. */
    async flow(params: Params = {}, given?: { built: OidcApplication; by: Person }) {
      const built = given?.built ?? (await build())
      const by = given?.by ?? (await person(built))
      const asked = authorizeUrl(built, params)
      const back = await by.browser.allow(asked.url, by.token)
      return { built, by, back, asked, tokens: await redeem(built, back, asked) }
    },
    /** Sends the browser to leave by the application, and by default leaves the console as well. */
    async leave({ by: { browser } }: { by: Person }, sent: Params, everything = true) {
      const asked = await browser.request(`/oidc/logout?${new URLSearchParams(sent)}`)
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1]
      if (xsrf === undefined) return { asked, left: asked }
      const form = { xsrf, ...(everything && { logout: 'yes' }) }
      return { asked, left: await browser.request('/oidc/logout/confirm', { method: 'POST', form }) }
    },
    userinfo: async (
      token: string,
      { method = 'GET', inBody = false }: { method?: 'GET' | 'POST'; inBody?: boolean } = {},
    ) => {
      const reply = await app.server.inject({
        method,
        url: '/oidc/userinfo',
        headers: inBody
          ? { 'content-type': 'application/x-www-form-urlencoded' }
          : { authorization: `Bearer ${token}` },
        ...(inBody && { payload: new URLSearchParams({ access_token: token }).toString() }),
      })
      return { status: reply.statusCode, claims: reply.json() as Record<string, unknown> }
    },
    /** What the application learns without a page: the parameters of the address that it is sent to. */
    async silently({ built, by }: { built: OidcApplication; by: Person }, params: Params = {}) {
      const { location } = await by.browser.request(String(authorizeUrl(built, { prompt: 'none', ...params }).url))
      return new URL(location).searchParams
    },
  }
}
export type ConformanceStage = Awaited<ReturnType<typeof createConformanceStage>>
/** Modules of a plan by their names, each with what it does. */
export type Modules = Readonly<Record<string, () => Promise<void>>>
