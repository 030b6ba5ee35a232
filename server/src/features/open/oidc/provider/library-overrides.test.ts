import * as client from 'openid-client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { countStatements } from '../../../../../test/count-statements.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createLogoutReceiver, untilAllAreTold } from '../../../../../test/logout-receiver.ts'
import {
  catchOauthError,
  createOidcApplications,
  type OidcApplications,
  typeUserCode,
} from '../../../../../test/oidc-applications.ts'
import { afterLogout, createBrowser } from '../../../../../test/oidc-stage.ts'
import { overrideMethod } from './library-overrides.ts'

// One for each spot of the library that is changed: which is red names what a new version has moved.

let app: TestApp
let stage: OidcApplications
let receiver: Awaited<ReturnType<typeof createLogoutReceiver>>
let built: Awaited<ReturnType<OidcApplications['application']>>
const monthSeconds = 30 * 86_400
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  stage = await createOidcApplications(app)
  receiver = await createLogoutReceiver(app, () => built.appKey)
  built = await stage.application({
    grants: ['authorization_code', 'refresh_token', 'client_credentials', 'device_code'],
    claims: [{ name: 'urn:erp:account', from: 'account' }],
    backchannelLogoutUri: receiver.url,
    refreshTtl: monthSeconds,
  })
})
beforeEach(async () => {
  await app.sql('delete from limits')
  receiver.told.length = 0
})
afterEach(() => vi.restoreAllMocks())
const signIn = async () => {
  const person = await stage.person(built)
  const { url, checks } = await stage.stage.start(built.config)
  const tokens = await client.authorizationCodeGrant(
    built.config,
    await person.browser.allow(url, person.token),
    checks,
  )
  return { ...person, tokens }
}

it('Client.compareClientSecret: takes the secrets of an application, and not the one that the library knows', async () => {
  const { secret: second } = await stage.open.secret(built.token, built.id, 24)
  const grant = async (secret: string) => {
    const config = await stage.stage.connect(built.appKey, client.ClientSecretPost(secret))
    return catchOauthError(client.clientCredentialsGrant(config))
  }
  expect([await grant(built.secret), await grant(second), await grant('none')]).toEqual([
    'none',
    'none',
    'invalid_client',
  ])
})

it('Claims.result: tells claims of an application’s own', async () => {
  const { tokens, user } = await signIn()
  expect(tokens.claims()).toMatchObject({ 'urn:erp:account': user.account })
})

it('DeviceCode.find: slows devices down', async () => {
  const { device_code } = await client.initiateDeviceAuthorization(built.config, {})
  const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = () => catchOauthError(client.genericGrantRequest(built.config, grantType, { device_code }))
  expect([await poll(), await poll()]).toEqual(['authorization_pending', 'slow_down'])
})

it('Session.persist: refuses a form that is sent without a session', async () => {
  const sent = await createBrowser(app).request('/oidc/device', { method: 'POST', form: { xsrf: 'x', user_code: 'x' } })
  expect(sent).toMatchObject({ status: 400, body: expect.stringContaining('请求有误') })
})

it('Session.sidFor, Client.backchannelLogout, IdToken.mask: tells an end once, by the name that the sign-in had', async () => {
  const { browser, tokens, user } = await signIn()
  const hint = { post_logout_redirect_uri: afterLogout, id_token_hint: tokens.id_token ?? '' }
  const asked = await browser.request(String(client.buildEndSessionUrl(built.config, hint)))
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1] ?? ''
  const fetched = vi.spyOn(globalThis, 'fetch')
  await browser.request('/oidc/logout/confirm', { method: 'POST', form: { xsrf } })
  await untilAllAreTold(app)
  // What the library sends by itself; the product's sender does without.
  expect(fetched).not.toHaveBeenCalled()
  expect(receiver.faults).toEqual([])
  expect(receiver.told.map(({ sub, sid }) => ({ sub, sid }))).toEqual([{ sub: user.id, sid: tokens.claims()?.sid }])
})

it('Client.constructor: tells an end for an application that the provider does not know any more', async () => {
  const { browser, token } = await signIn()
  await app.sql('update open_apps set locked_at = now() where id = $1', [built.id])
  await browser.request('/api/sys/login/logout/v1', { method: 'POST', token, body: {} })
  await untilAllAreTold(app)
  await app.sql('update open_apps set locked_at = null where id = $1', [built.id])
  expect(receiver.told).toHaveLength(1)
})

it('BaseModel.generateTokenId: signs each kind, so that an invented one is not looked for', async () => {
  const { tokens } = await signIn()
  const { access_token: own } = await client.clientCredentialsGrant(built.config)
  const count = countStatements('oidc_models')
  for (const token of [tokens.access_token, tokens.refresh_token ?? '', own])
    expect(await client.tokenIntrospection(built.config, `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`)).toEqual({
      active: false,
    })
  expect(count()).toBe(0)
  for (const token of [tokens.access_token, tokens.refresh_token ?? '', own])
    expect(await client.tokenIntrospection(built.config, token)).toMatchObject({ active: true })
})

it('Session.state: a form of one’s own carries the secret of the library', async () => {
  const { user_code: userCode } = await client.initiateDeviceAuthorization(built.config, {})
  expect((await typeUserCode(await stage.person(built), userCode)).body).toContain(userCode)
})

it('Grant.expiresIn: a grant lives as long as its longest token', async () => {
  await app.sql('delete from oidc_models')
  await signIn()
  const [grant] = await app.sql(
    `select count(*)::int as many from oidc_models where kind = 'Grant' and id > id_at(now() + interval '29 days')`,
  )
  expect(grant).toEqual({ many: 1 })
})

it('a method that the library has not is named', () => {
  expect(() => overrideMethod({}, 'sidFor', (given) => given)).toThrow('oidc-provider has no method sidFor')
})
