import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createLogoutReceiver } from '../../../../../test/logout-receiver.ts'
import {
  catchOauthError,
  createOidcApplications,
  type OidcApplications,
} from '../../../../../test/oidc-applications.ts'
import { issuer as platformIssuer } from '../../../../../test/oidc-stage.ts'
import { appRights } from '../../../../../test/open-stage.ts'

let app: TestApp
let stage: OidcApplications
let hosts = 0
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  stage = await createOidcApplications(app)
})
/** What is known of a host and of an application is a second old. */
const second = () => new Promise((done) => setTimeout(done, 1100))

const buildDomain = async (verified = true) => {
  const host = `sso${hosts++}.example.com`
  const companyId = await buildTenant(app, `租户 ${host}`)
  await app.sql(
    `insert into tenant_domains (company_id, host, token, verified_at) values ($1, $2, 'x', case when $3 then now() end)`,
    [companyId, host, verified],
  )
  const user = await buildUser(app, { companyId, permissions: [...appRights, 'openApps:oidc'] })
  const origin = `http://${host}:3000`
  return { companyId, host, origin, issuer: `${origin}/oidc`, token: await app.signIn(user) }
}
const discover = async (host: string) =>
  (await app.server.inject({ url: '/oidc/.well-known/openid-configuration', headers: { host } })).json()

describe('a tenant with a domain of its own', () => {
  it('is an issuer there, with addresses of that host alone', async () => {
    const { host, issuer } = await buildDomain()
    const found = await discover(`${host.toUpperCase()}:8443`)
    expect(found).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` })
    expect(JSON.stringify(found)).not.toContain('localhost')
    const { host: other } = await buildDomain(false)
    for (const each of [other, 'localhost', `x.${host}`, `${host}@evil.example`])
      expect((await discover(each)).issuer).toBe(platformIssuer)
  })

  it('signs people in there, by tokens that no other issuer takes', async () => {
    const domain = await buildDomain()
    const built = await stage.application({}, { company: domain, issuer: domain.issuer })
    const person = await stage.person(domain, domain.origin)
    const { url, checks } = await stage.stage.start(built.config)
    expect(url.origin).toBe(domain.origin)
    const back = await person.browser.allow(url, person.token)
    expect(back.searchParams.get('iss')).toBe(domain.issuer)
    const tokens = await client.authorizationCodeGrant(built.config, back, checks)
    expect(tokens.claims()).toMatchObject({ iss: domain.issuer, aud: built.appKey, sub: person.user.id })
    const read = (config: client.Configuration) =>
      catchOauthError(client.fetchUserInfo(config, tokens.access_token, person.user.id))
    expect(await read(built.config)).toBe('none')

    const elsewhere = await stage.stage.connect(built.appKey, client.ClientSecretPost(built.secret))
    expect(await read(elsewhere)).not.toBe('none')
    expect(await client.tokenIntrospection(elsewhere, tokens.access_token)).toEqual({ active: false })
    expect(await catchOauthError(client.refreshTokenGrant(elsewhere, tokens.refresh_token ?? ''))).toBe('invalid_grant')
    await client.refreshTokenGrant(built.config, tokens.refresh_token ?? '')
  })

  it('gives codes that are redeemed at the issuer that gave them', async () => {
    const domain = await buildDomain()
    const built = await stage.application({}, { company: domain, issuer: domain.issuer })
    const person = await stage.person(domain, domain.origin)
    const { url, checks } = await stage.stage.start(built.config)
    const back = await person.browser.allow(url, person.token)
    const elsewhere = await stage.stage.connect(built.appKey, client.ClientSecretPost(built.secret))
    // By what it says of itself, and by itself.
    expect(await catchOauthError(client.authorizationCodeGrant(elsewhere, back, checks))).not.toBe('none')
    back.searchParams.set('iss', platformIssuer)
    expect(await catchOauthError(client.authorizationCodeGrant(elsewhere, back, checks))).toBe('invalid_grant')
  })

  it('knows its own applications and those of the operator, and ends with its domain', async () => {
    const domain = await buildDomain()
    const grants = { grants: ['client_credentials' as const], redirectUris: [], logoutUris: [] }
    const own = await stage.application(grants, { company: domain, issuer: domain.issuer })
    const stranger = await stage.application(grants, { issuer: domain.issuer })
    const [{ id: platformId } = {}] = await app.sql('select id from companies where platform')
    const operator = { companyId: String(platformId), token: stage.open.root }
    const operators = await stage.application(grants, { company: operator, issuer: domain.issuer })
    const outcome = ({ config }: { config: client.Configuration }) =>
      catchOauthError(client.clientCredentialsGrant(config))
    expect([await outcome(own), await outcome(operators), await outcome(stranger)]).toEqual([
      'none',
      'none',
      'invalid_client',
    ])
    const { data } = await app.call(openAppsContract.oidc, { params: { id: own.id } }, domain.token)
    expect(data).toMatchObject({ issuer: platformIssuer, tenantIssuers: [domain.issuer] })
    const { access_token: token } = await client.clientCredentialsGrant(own.config)
    await app.sql('delete from tenant_domains where host = $1', [domain.host])
    await second()
    expect(await client.tokenIntrospection(own.config, token)).toEqual({ active: false })
  })

  it('signs in people of its tenant alone, to applications of the operator too', async () => {
    const domain = await buildDomain()
    const operator = { companyId: await readPlatformCompany(app), token: stage.open.root }
    const built = await stage.application({}, { company: operator, issuer: domain.issuer })
    const outcome = async (company: { companyId: string }) => {
      const { browser, token } = await stage.person(company, domain.origin)
      const { uid } = await browser.begin((await stage.stage.start(built.config)).url)
      return [(await browser.ask(uid, token)).code, (await browser.ask(uid, token, true)).code]
    }
    expect(await outcome(domain)).toEqual([0, 0])
    const { code } = oidcErrors.otherTenant
    expect(await outcome(await buildDomain())).toEqual([code, code])
  })

  it('tells applications of the end of a sign-in in its own name', async () => {
    const domain = await buildDomain()
    const receiver = await createLogoutReceiver(
      app,
      () => built.appKey,
      () => domain.issuer,
    )
    const settings = { backchannelLogoutUri: receiver.url }
    const built = await stage.application(settings, { company: domain, issuer: domain.issuer })
    const person = await stage.person(domain, domain.origin)
    const { url, checks } = await stage.stage.start(built.config)
    const back = await person.browser.allow(url, person.token)
    await client.authorizationCodeGrant(built.config, back, checks)
    await app.sql("update sessions set ended_at = now(), end_reason = 'logout' where user_id = $1", [person.user.id])
    expect(await receiver.waitFor(1)).toMatchObject([{ iss: domain.issuer, sub: person.user.id }])
    expect(receiver.faults).toEqual([])
  })
})
