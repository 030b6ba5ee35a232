import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createOidcApplications, type OidcApplication } from '../../../../../test/oidc-applications.ts'

let app: TestApp
let build: () => Promise<OidcApplication>
beforeAll(async () => {
  app = await createTestApp()
  const stage = await createOidcApplications(app)
  build = () => stage.application({ grants: ['authorization_code', 'refresh_token', 'client_credentials'] })
})

const invented = () => randomBytes(38).toString('base64url')
const send = (from: string, path: string, form: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url: `/oidc/${path}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
type Send = () => ReturnType<typeof send>
const times = async (many: number, call: Send) => {
  for (let left = many; left > 0; left -= 100) await Promise.all(Array.from({ length: Math.min(left, 100) }, call))
}
const own = ({ appKey, secret }: OidcApplication) => ({ client_id: appKey, client_secret: secret })
const refresh = { grant_type: 'refresh_token', refresh_token: invented() }
const token = { grant_type: 'client_credentials' }
const isRefused = async (call: Send) => {
  const reply = await call()
  if (reply.statusCode !== 429) return false
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) })
  return true
}

it.each<[string, string, (built: OidcApplication, from: string) => ReturnType<typeof send>]>([
  ['reads people by invented tokens', '203.0.113.1', (_, from) => send(from, 'userinfo', { access_token: invented() })],
  [
    'guesses a secret',
    '203.0.113.2',
    (built, from) => send(from, 'token', { ...own(built), client_secret: 'x', ...token }),
  ],
  [
    'invents applications',
    '203.0.113.3',
    (_, from) => send(from, 'introspect', { client_id: 'ak_1', client_secret: 'x', token: 'x' }),
  ],
])('an address that %s is refused, and no other one', async (_, from, fail) => {
  const built = await build()
  await times(1199, () => fail(built, from))
  expect(await isRefused(() => send(from, 'token', { ...own(built), ...token }))).toBe(false)
  await fail(built, from)
  for (const path of ['token', 'introspect', 'revoke', 'userinfo', 'TOKEN/'])
    expect(await isRefused(() => send(from, path, { ...own(built), ...token }))).toBe(true)
  expect((await app.server.inject({ url: '/oidc/jwks', remoteAddress: from })).statusCode).toBe(200)
  expect((await send('203.0.113.9', 'token', { ...own(built), ...token })).statusCode).toBe(200)
})

it('the addresses of an IPv6 network are counted as one', async () => {
  const guess = (n: number, network = '2001:db8:0:7') =>
    send(`${network}::${n.toString(16)}`, 'userinfo', { access_token: invented() })
  for (let n = 0; n < 1200; n += 100) await Promise.all(Array.from({ length: 100 }, (_, more) => guess(n + more)))
  expect(await isRefused(() => guess(5000))).toBe(true)
  expect(await isRefused(() => guess(1, '2001:db8:0:8'))).toBe(false)
})

it('an application that sends invalid tokens is refused at each of its addresses, and no other one there', async () => {
  const [built, other] = [await build(), await build()]
  await times(3000, () => send('203.0.113.4', 'token', { ...own(built), ...refresh }))
  for (const from of ['203.0.113.4', '203.0.113.5'])
    expect(await isRefused(() => send(from, 'token', { ...own(built), ...token }))).toBe(true)
  expect((await send('203.0.113.4', 'token', { ...own(other), ...token })).statusCode).toBe(200)
})

it('nobody is refused for what they may do, nor for another that names their application', async () => {
  const built = await build()
  const from = '203.0.113.6'
  await times(1300, () => send(from, 'introspect', { ...own(built), token: invented() }))
  await times(1300, () => send(from, 'token', { ...own(built), grant_type: 'unknown' }))
  await times(1300, () => send('203.0.113.7', 'token', { ...own(built), client_secret: 'x', ...token }))
  expect((await send(from, 'token', { ...own(built), ...token })).statusCode).toBe(200)
})
