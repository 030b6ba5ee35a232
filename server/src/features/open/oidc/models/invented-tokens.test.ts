import { randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { countStatements } from '../../../../../test/count-statements.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createOidcApplications, type OidcApplication } from '../../../../../test/oidc-applications.ts'

let app: TestApp
let built: OidcApplication
let tokens: { access: string; refresh: string; own: string }
const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'device_code'] as const
beforeAll(async () => {
  app = await createTestApp()
  const stage = await createOidcApplications(app)
  built = await stage.application({ grants: [...grants] })
  const { browser, token } = await stage.person(built)
  const { url, checks } = await stage.stage.start(built.config)
  const issued = await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
  const { access_token: own } = await client.clientCredentialsGrant(built.config)
  tokens = { access: issued.access_token, refresh: issued.refresh_token ?? '', own }
})
afterEach(() => vi.restoreAllMocks())

const random = () => randomBytes(38).toString('base64url')
const changed = (token: string) => `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
const send = async (path: string, form: Record<string, string>) => {
  const { appKey, secret } = built
  const reply = await app.server.inject({
    method: 'POST',
    url: `/oidc/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: appKey, client_secret: secret, ...form }).toString(),
  })
  return reply.body && (reply.json().error ?? reply.json().active)
}
const readUser = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.server.inject({ url: '/oidc/userinfo', headers })).json().error
}
const device = 'urn:ietf:params:oauth:grant-type:device_code'
const code = (token: string) => ({
  grant_type: 'authorization_code',
  code: token,
  code_verifier: client.randomPKCECodeVerifier(),
  redirect_uri: 'https://erp.example.cn/callback',
})
const uses: Readonly<Record<string, [string | false, (token: string) => Promise<unknown>]>> = {
  'to refresh': ['invalid_grant', (token) => send('token', { grant_type: 'refresh_token', refresh_token: token })],
  'as a code': ['invalid_grant', (token) => send('token', code(token))],
  'as the code of a device': ['invalid_grant', (token) => send('token', { grant_type: device, device_code: token })],
  'to introspect': [false, (token) => send('introspect', { token })],
  'to revoke': ['', (token) => send('revoke', { token })],
  'to read a person': ['invalid_token', readUser],
}

it.each(Object.entries(uses))('an invented token costs no look-up when it is sent %s', async (_, [answer, use]) => {
  const count = countStatements('oidc_models')
  for (const token of [random(), random().slice(0, 43), '_', changed(tokens.access), changed(tokens.refresh)])
    expect(await use(token)).toBe(answer)
  expect(count()).toBe(0)
})

it('a token costs no look-up where one of another kind is due', async () => {
  const count = countStatements('oidc_models')
  expect(await uses['to refresh']?.[1](tokens.access)).toBe('invalid_grant')
  expect(await readUser(tokens.refresh)).toBe('invalid_token')
  expect(await readUser(tokens.own)).toBe('invalid_token')
  expect(count()).toBe(0)
})

it('a token of an application is looked for once', async () => {
  const count = countStatements('oidc_models')
  expect(await send('introspect', { token: tokens.own })).toBe(true)
  expect(count()).toBe(1)
})
