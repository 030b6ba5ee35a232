import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort, hasApache, startApache } from '../../../../../test/apache-stage.ts'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createBrowser, createOidcStage } from '../../../../../test/oidc-stage.ts'
import { createOpenStage } from '../../../../../test/open-stage.ts'

// Apache's mod_auth_openidc of Debian, unmodified, signs people in. It reaches the product over HTTP, as the people's browsers do both.

if (!hasApache) process.stderr.write('sign-in by mod_auth_openidc is not tried, as apache2 or the module is missing\n')

let app: TestApp
let company: { companyId: string; token: string }
let apache: string
let issuer: string
beforeAll(async () => {
  if (!hasApache) return
  const [port, apachePort] = [await freePort(), await freePort()]
  const siteOrigin = `http://localhost:${port}`
  issuer = `${siteOrigin}/oidc`
  apache = `http://127.0.0.1:${apachePort}`
  app = await createTestApp({ siteOrigin, openTargetNetworks: ['127.0.0.1/32'] })
  const open = await createOpenStage(app)
  company = await open.company(['openApps:oidc', 'sysUsers:list', 'sysUsers:lock'])
  const { id, appKey } = await open.app(company.token)
  const { secret } = await open.secret(company.token, id)
  const saved = await createOidcStage(app).settings(company.token, id, {
    redirectUris: [`${apache}/callback`],
    logoutUris: [`${apache}/bye`],
    secretBy: 'basic',
    backchannelLogoutUri: `${apache}/callback?logout=backchannel`,
  })
  expect(saved).toMatchObject({ code: 0 })
  await app.server.listen({ port, host: 'localhost' })
  await startApache({ port: apachePort, issuer, appKey, secret, scope: 'openid profile company' })
})

/** A browser at Apache: keeps its cookies, and follows no redirect by itself. */
const createVisitor = () => {
  const cookies = new Map<string, string>()
  return async (path: string) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    // Not by `fetch`, which says that it shows no page: Apache sends those nowhere.
    const reply = await new Promise<IncomingMessage>((done, failed) => {
      get(new URL(path, apache), { headers: { accept: 'text/html', cookie } }, done).on('error', failed)
    })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: reply.statusCode, location: reply.headers.location ?? '', body: await text(reply) }
  }
}
const signIn = async () => {
  const user = await buildUser(app, { companyId: company.companyId })
  const [browser, visit] = [createBrowser(app), createVisitor()]
  const token = await browser.signIn(user)
  const sent = await visit('/page')
  const { uid } = await browser.begin(sent.location)
  const asked = await browser.ask(uid, token)
  const { data } = await browser.ask(uid, token, true)
  const back = (await browser.request(data.url)).location
  const { status, location } = await visit(back)
  return { user, browser, visit, token, sent, asked, status, location }
}
const toHeaders = ({ body }: { body: string }) => JSON.parse(body) as Record<string, string>
/** Visits until Apache asks to sign in again. */
const untilSignedOut = async (visit: ReturnType<typeof createVisitor>) => {
  for (let n = 0; n < 40; n += 1) {
    const { location } = await visit('/page')
    if (location.startsWith(issuer)) return location
    await new Promise((done) => setTimeout(done, 50))
  }
  return 'still signed in'
}

describe.skipIf(!hasApache)('mod_auth_openidc', () => {
  it('discovers the provider, asks with PKCE for consent, and tells the application who it is', async () => {
    const { sent, asked, status, location, visit, user } = await signIn()
    expect(sent.status).toBe(302)
    expect(sent.location.startsWith(`${issuer}/authorize?`)).toBe(true)
    expect(new URL(sent.location).searchParams.get('code_challenge_method')).toBe('S256')
    expect(asked.data).toMatchObject({ given: false, scopes: ['openid', 'profile', 'company'] })
    expect([status, location]).toEqual([302, `${apache}/page`])
    expect(toHeaders(await visit('/page'))).toMatchObject({
      oidc_claim_sub: user.id,
      oidc_claim_iss: issuer,
      oidc_claim_preferred_username: user.account,
      oidc_claim_company: expect.stringContaining(company.companyId),
      oidc_access_token: expect.any(String),
    })
  })

  it('gets another access token by its refresh token', async () => {
    const { visit } = await signIn()
    const before = toHeaders(await visit('/page')).oidc_access_token ?? ''
    const refreshed = await visit(`/callback?refresh=${encodeURIComponent('/page')}&access_token=${before}`)
    expect([refreshed.status, refreshed.location]).toEqual([302, '/page'])
    const after = toHeaders(await visit('/page')).oidc_access_token
    expect(after).toEqual(expect.any(String))
    expect(after).not.toBe(before)
  })

  it('signs a person out who leaves by the application', async () => {
    const { browser, visit } = await signIn()
    const { location } = await visit(`/callback?logout=${encodeURIComponent(`${apache}/bye`)}`)
    expect(location.startsWith(`${issuer}/logout?`)).toBe(true)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec((await browser.request(location)).body)?.[1] ?? ''
    const left = await browser.request('/oidc/logout/confirm', { method: 'POST', form: { xsrf, logout: 'yes' } })
    expect(left.location.startsWith(`${apache}/bye`)).toBe(true)
    expect(await untilSignedOut(visit)).toContain(`${issuer}/authorize?`)
  })

  it('signs a person out who leaves the console, or is locked by an administrator', async () => {
    const [leaving, locked, staying] = [await signIn(), await signIn(), await signIn()]
    await leaving.browser.request('/api/sys/login/logout/v1', { method: 'POST', token: leaving.token, body: {} })
    expect(await untilSignedOut(leaving.visit)).toContain(`${issuer}/authorize?`)
    const request = { params: { id: locked.user.id }, body: { reason: '离职' } }
    expect((await callAndConfirm(app, userStatusContract.lock, request, company.token)).done.code).toBe(0)
    expect(await untilSignedOut(locked.visit)).toContain(`${issuer}/authorize?`)
    expect((await staying.visit('/page')).status).toBe(200)
  })
})
