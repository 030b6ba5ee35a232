import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ConformanceStage, createConformanceStage, type Modules } from '../../../../../test/conformance-stage.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { catchOauthError } from '../../../../../test/oidc-applications.ts'
import { callback, issuer } from '../../../../../test/oidc-stage.ts'

// The modules of the plans “Basic OP” and “Config OP” of the OpenID Foundation, written from their public descriptions.

let app: TestApp
let stage: ConformanceStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createConformanceStage(app)
})

/** The flow succeeds although the request carries this. */
const ignores = (params: Record<string, string>) => async () => {
  const { tokens, by } = await stage.flow(params)
  expect(tokens.claims()).toMatchObject({ sub: by.user.id, iss: issuer })
}
const learns = (scope: string, names: readonly string[]) => async () => {
  const { tokens } = await stage.flow({ scope })
  const { claims } = await stage.userinfo(tokens.access_token)
  expect(Object.keys(claims).sort()).toEqual(['sub', ...names].sort())
}
const unsigned = (claims: object) =>
  [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.')
/** Asks the person for a newer sign-in, which they make. */
const signInAgain = async (params: Record<string, string>) => {
  const first = await stage.flow({ max_age: '10000' })
  const { built, by } = first
  await new Promise((done) => setTimeout(done, 2100))
  const asked = stage.authorizeUrl(built, params)
  const { uid } = await by.browser.begin(asked.url)
  expect((await by.browser.ask(uid, by.token)).data.signInAgain).toBe(true)
  const { data } = await by.browser.ask(uid, await by.browser.signIn(by.user), true)
  const back = new URL((await by.browser.request(data.url)).location)
  const tokens = await stage.redeem(built, back, asked)
  expect(tokens.claims()?.sub).toBe(first.tokens.claims()?.sub)
  return [first.tokens.claims(), tokens.claims()] as const
}
const reuse = async (afterSeconds: number) => {
  const { built, back, asked, tokens } = await stage.flow()
  await app.sql(
    `update oidc_models set consumed_at = consumed_at - $1 * interval '1 second' where consumed_at is not null`,
    [afterSeconds],
  )
  expect(await catchOauthError(stage.redeem(built, back, asked))).toBe('invalid_grant')
  expect((await stage.userinfo(tokens.access_token)).status).toBe(401)
}

const basic: Modules = {
  'oidcc-server': async () => {
    const { tokens, built, by } = await stage.flow({ nonce: 'n-0S6_WzA2Mj' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) })
    expect(tokens.claims()).toMatchObject({ iss: issuer, sub: by.user.id, aud: built.appKey, nonce: 'n-0S6_WzA2Mj' })
  },
  'oidcc-response-type-missing': async () => {
    const { url } = stage.authorizeUrl(await stage.build())
    url.searchParams.delete('response_type')
    const { location } = await (await stage.person(await stage.build())).browser.request(String(url))
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request')
  },
  'oidcc-userinfo-get': async () => {
    const { tokens, by } = await stage.flow()
    expect(await stage.userinfo(tokens.access_token)).toEqual({ status: 200, claims: { sub: by.user.id } })
  },
  'oidcc-userinfo-post-header': async () => {
    const { tokens, by } = await stage.flow()
    expect((await stage.userinfo(tokens.access_token, { method: 'POST' })).claims.sub).toBe(by.user.id)
  },
  'oidcc-userinfo-post-body': async () => {
    const { tokens, by } = await stage.flow()
    expect((await stage.userinfo(tokens.access_token, { method: 'POST', inBody: true })).claims.sub).toBe(by.user.id)
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () =>
    expect((await stage.flow()).tokens.claims()).not.toHaveProperty('nonce'),
  'oidcc-scope-profile': learns('openid profile', ['name', 'preferred_username', 'zoneinfo', 'locale', 'updated_at']),
  'oidcc-scope-email': learns('openid email', ['email', 'email_verified']),
  'oidcc-scope-phone': learns('openid phone', ['phone_number', 'phone_number_verified']),
  'oidcc-ensure-other-scope-order-succeeds': learns('email openid', ['email', 'email_verified']),
  'oidcc-display-page': ignores({ display: 'page' }),
  'oidcc-display-popup': ignores({ display: 'popup' }),
  'oidcc-prompt-login': async () => void (await signInAgain({ prompt: 'login' })),
  'oidcc-prompt-none-not-logged-in': async () => {
    const built = await stage.build()
    expect((await stage.silently({ built, by: await stage.person(built) })).get('error')).toBe('login_required')
  },
  'oidcc-prompt-none-logged-in': async () => {
    const { built, by, tokens } = await stage.flow()
    const again = await stage.flow({ prompt: 'none' }, { built, by })
    expect(again.tokens.claims()?.sub).toBe(tokens.claims()?.sub)
  },
  'oidcc-max-age-1': async () => {
    const [first, second] = await signInAgain({ max_age: '1' })
    expect(Number(second?.auth_time)).toBeGreaterThan(Number(first?.auth_time))
  },
  'oidcc-max-age-10000': async () => {
    const { built, by, tokens } = await stage.flow({ max_age: '10000' })
    const again = await stage.flow({ max_age: '10000', prompt: 'none' }, { built, by })
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number))
    expect(again.tokens.claims()?.auth_time).toBe(tokens.claims()?.auth_time)
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': ignores({ extra: 'foobar' }),
  'oidcc-id-token-hint': async () => {
    const { built, by, tokens } = await stage.flow()
    const hint = { id_token_hint: tokens.id_token ?? '' }
    expect((await stage.silently({ built, by }, hint)).has('code')).toBe(true)
    const other = await stage.flow({}, { built, by: await stage.person(built) })
    const hintOfOther = { id_token_hint: other.tokens.id_token ?? '' }
    expect((await stage.silently({ built, by }, hintOfOther)).get('error')).toBe('login_required')
  },
  'oidcc-login-hint': ignores({ login_hint: 'buffy@example.cn' }),
  'oidcc-ui-locales': ignores({ ui_locales: 'se' }),
  'oidcc-claims-locales': ignores({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': ignores({ acr_values: '1 2' }),
  'oidcc-codereuse': () => reuse(0),
  'oidcc-codereuse-30seconds': () => reuse(30),
  'oidcc-ensure-registered-redirect-uri': async () => {
    const built = await stage.build()
    const { url } = stage.authorizeUrl(built, { redirect_uri: `${callback}/${built.id}` })
    const shown = await (await stage.person(built)).browser.request(String(url))
    expect([shown.status, shown.location]).toEqual([400, ''])
  },
  'oidcc-ensure-post-request-succeeds': async () => {
    const built = await stage.build()
    const { browser, token } = await stage.person(built)
    const asked = stage.authorizeUrl(built)
    const form = Object.fromEntries(asked.url.searchParams)
    const { location } = await browser.request('/oidc/authorize', { method: 'POST', form })
    await stage.redeem(built, await browser.allow(new URL(location), token), asked)
    const long = { ...form, state: 'x'.repeat(9000) }
    expect((await browser.request('/oidc/authorize', { method: 'POST', form: long })).status).toBe(413)
  },
  'oidcc-server-client-secret-post': async () => {
    const built = await stage.build('basic')
    const basicAuth = client.ClientSecretBasic(built.secret)
    const config = await stage.stage.stage.connect(built.appKey, basicAuth)
    await stage.flow({}, { built: { ...built, config }, by: await stage.person(built) })
    expect(config.serverMetadata().token_endpoint_auth_methods_supported).toContain('client_secret_post')
    await stage.flow()
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const built = await stage.build()
    const request = unsigned({
      redirect_uri: callback,
      client_id: built.appKey,
      scope: 'openid',
      response_type: 'code',
    })
    const { location } = await (await stage.person(built)).browser.request(
      String(stage.authorizeUrl(built, { request }).url),
    )
    expect(new URL(location).searchParams.get('error')).toBe('request_not_supported')
  },
  'oidcc-refresh-token': async () => {
    const { built, tokens } = await stage.flow({ scope: 'openid offline_access', prompt: 'consent' })
    const next = await client.refreshTokenGrant(built.config, tokens.refresh_token ?? '')
    expect(next.claims()?.sub).toBe(tokens.claims()?.sub)
    expect(next.claims()?.aud).toBe(built.appKey)
    const other = await stage.build()
    expect(await catchOauthError(client.refreshTokenGrant(other.config, next.refresh_token ?? ''))).toBe(
      'invalid_grant',
    )
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    const built = await stage.build()
    const { browser, token } = await stage.person(built)
    const { url, checks } = await stage.stage.stage.start(built.config, 'openid')
    await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
  },
}
/** Modules that the suite skips for providers that do not announce what they try. */
const skipped: Readonly<Record<string, string>> = {
  'oidcc-scope-address': 'the product knows no postal addresses of people, and does not announce the scope',
  'oidcc-scope-all': 'contains the scope of addresses',
  'oidcc-claims-essential': 'an application asks by scopes, which a person reads; single claims are not announced',
  'oidcc-ensure-request-object-with-redirect-uri': 'request objects are not announced, and are refused',
}

describe('the plan oidcc-basic-certification-test-plan', () => {
  it.each(Object.entries(basic))('%s', (_, run) => run())
  it('has 35 modules, each of which passes or is left out for a reason that discovery states', async () => {
    expect(Object.keys(basic).length + Object.keys(skipped).length).toBe(35)
    const found = (await app.server.inject({ url: '/oidc/.well-known/openid-configuration' })).json()
    expect(found.scopes_supported).not.toContain('address')
    expect(found).toMatchObject({ claims_parameter_supported: false, request_uri_parameter_supported: false })
    expect(found.request_parameter_supported ?? false).toBe(false)
  })
})

describe('the plan oidcc-config-certification-test-plan', () => {
  it('oidcc-discovery-endpoint-verification', async () => {
    const found = (await app.server.inject({ url: '/oidc/.well-known/openid-configuration' })).json()
    expect(found.issuer).toBe(issuer)
    for (const name of ['authorization', 'token', 'userinfo', 'end_session'])
      expect(found[`${name}_endpoint`]).toMatch(new RegExp(`^${issuer}/`))
    expect(found.response_types_supported).toContain('code')
    expect(found.subject_types_supported).toContain('public')
    expect(found.id_token_signing_alg_values_supported).toContain('RS256')
    expect(found.claims_supported).toEqual(expect.arrayContaining(['sub', 'iss', 'auth_time', 'name']))
    const { keys } = (await app.server.inject({ url: new URL(found.jwks_uri).pathname })).json()
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.any(String) })
      expect(Buffer.from(key.n, 'base64url').length).toBeGreaterThanOrEqual(256)
      for (const secret of ['d', 'p', 'q']) expect(key).not.toHaveProperty(secret)
    }
  })
})
