import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { countStatements } from '../../../../test/count-statements.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { afterLogout, callback, createBrowser, createOidcStage, issuer } from '../../../../test/oidc-stage.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

let app: TestApp
let open: OpenStage
let stage: ReturnType<typeof createOidcStage>
beforeAll(async () => {
  app = await createTestApp()
  open = await createOpenStage(app)
  stage = createOidcStage(app)
})

/** The provider believes what it knows of an application for a second. */
const second = () => new Promise((done) => setTimeout(done, 1100))
type Rest = Parameters<ReturnType<typeof createOidcStage>['settings']>[2]
const buildClient = async (rest: Rest = {}, kind: 'server' | 'web' | 'native' = 'server') => {
  const company = await open.company(['openApps:oidc'])
  const { id, appKey } = await open.app(company.token, { kind })
  const secret = kind === 'server' ? (await open.secret(company.token, id)).secret : ''
  const saved = await stage.settings(company.token, id, rest)
  if (saved.code !== 0) throw new Error(saved.msg)
  const config = await stage.connect(appKey, kind === 'server' ? client.ClientSecretPost(secret) : client.None())
  return { ...company, id, appKey, secret, config }
}
type Built = Awaited<ReturnType<typeof buildClient>>
/** A person of the company, signed in to the console in a browser of their own. */
const buildPerson = async ({ companyId }: Pick<Built, 'companyId'>) => {
  const user = await buildUser(app, { companyId })
  const browser = createBrowser(app)
  return { user, browser, token: await browser.signIn(user) }
}
const signIn = async (built: Built, scope?: string, rest?: Record<string, string>) => {
  const person = await buildPerson(built)
  const { url, checks } = await stage.start(built.config, scope, rest)
  const back = await person.browser.allow(url, person.token)
  return { ...person, back, checks, tokens: await client.authorizationCodeGrant(built.config, back, checks) }
}
const catchError = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { error?: string; code?: string }) => error.error ?? error.code ?? String(error),
  )

describe('the provider', () => {
  it('is discovered at its issuer, and its keys hold nothing private', async () => {
    const { config } = await buildClient()
    const found = config.serverMetadata()
    expect(found).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
    const reply = await app.server.inject({ url: '/oidc/jwks', headers: { host: 'evil.example' } })
    expect(Object.keys(reply.json().keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const forged = await app.server.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.example' },
    })
    expect(forged.body).not.toContain('evil')
  })

  it('signs a person in, tells what was allowed, and keeps every secret hashed', async () => {
    const built = await buildClient()
    const { user, tokens } = await signIn(built, 'openid profile company roles')
    expect(tokens.claims()).toMatchObject({ sub: user.id, iss: issuer, aud: built.appKey })
    const info = await client.fetchUserInfo(built.config, tokens.access_token, user.id)
    expect(info).toMatchObject({ preferred_username: user.account, company: { id: built.companyId } })
    expect(info).not.toHaveProperty('phone_number')
    const rows = await app.sql('select * from oidc_models')
    const stored = JSON.stringify(rows)
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', built.secret])
      expect(stored).not.toContain(secret)
  })

  it('refuses an address that is not registered, a request without PKCE, and a wrong verifier', async () => {
    const built = await buildClient()
    const { browser, token } = await buildPerson(built)
    const wrong = await stage.start(built.config, 'openid', { redirect_uri: `${callback}/x` })
    const shown = await browser.request(String(wrong.url))
    expect({ status: shown.status, sent: shown.location }).toEqual({ status: 400, sent: '' })
    expect(shown.body).toContain('回调地址未登记')
    const { url, checks } = await stage.start(built.config)
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect(new URL((await browser.request(String(url))).location).searchParams.get('error')).toBe('invalid_request')
    const again = await stage.start(built.config)
    const back = await browser.allow(again.url, token)
    const badChecks = { ...checks, expectedState: again.checks.expectedState }
    expect(await catchError(client.authorizationCodeGrant(built.config, back, badChecks))).toBe('invalid_grant')
  })

  it('takes a code once: a second use ends what the first one got', async () => {
    const built = await buildClient()
    const { back, checks, tokens, user } = await signIn(built)
    expect(await catchError(client.authorizationCodeGrant(built.config, back, checks))).toBe('invalid_grant')
    expect(await catchError(client.fetchUserInfo(built.config, tokens.access_token, user.id))).not.toBe('none')
    expect(await catchError(client.refreshTokenGrant(built.config, tokens.refresh_token ?? ''))).toBe('invalid_grant')
  })

  it('gives a code to one of two that arrive together', async () => {
    const built = await buildClient()
    const { browser, token } = await buildPerson(built)
    const { url, checks } = await stage.start(built.config)
    const back = await browser.allow(url, token)
    const both = await Promise.all(
      [1, 2].map(() => catchError(client.authorizationCodeGrant(built.config, back, checks))),
    )
    expect(both.filter((each) => each === 'none').length).toBeLessThanOrEqual(1)
  })

  it('rotates refresh tokens: parallel tabs get a successor, a later copy ends the family', async () => {
    const built = await buildClient()
    const { tokens, user } = await signIn(built)
    const first = tokens.refresh_token ?? ''
    const [one, other] = await Promise.all([1, 2].map(() => client.refreshTokenGrant(built.config, first)))
    expect(one?.refresh_token).not.toBe(first)
    expect(other?.refresh_token).not.toBe(first)
    await app.sql(`update oidc_models set consumed_at = now() - interval '11 seconds' where consumed_at is not null`)
    expect(await catchError(client.refreshTokenGrant(built.config, first))).toBe('invalid_grant')
    expect(await catchError(client.refreshTokenGrant(built.config, one?.refresh_token ?? ''))).toBe('invalid_grant')
    expect(await catchError(client.fetchUserInfo(built.config, one?.access_token ?? '', user.id))).not.toBe('none')
  })

  it('counts every request that it stores something for, however it is spelled', async () => {
    const built = await buildClient()
    const { pathname, search } = (await stage.start(built.config)).url
    const readStatus = async (url: string) => (await app.server.inject({ url })).statusCode
    expect(await readStatus(pathname + search)).toBe(303)
    const [counted] = await app.sql(`update limits set points = 1200 where key like 'oidc.authorize%' returning key`)
    expect(counted).toBeDefined()
    const urls = [`/oidc/authorize${search}`, `/oidc/Authorize${search}`, `/oidc/authorize/${search}`, '/oidc/logout']
    expect(await Promise.all(urls.map(readStatus))).toEqual([429, 429, 429, 429])
    expect(await readStatus('/oidc/jwks')).toBe(200)
    await app.sql('delete from limits')
  })

  it('takes eight statements for a person who returns, beside the one that counts them', async () => {
    const built = await buildClient()
    const { browser, token } = await signIn(built)
    const count = countStatements('oidc_models')
    const { url, checks } = await stage.start(built.config)
    await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
    expect(count()).toBeLessThanOrEqual(8)
  })

  it('gives applications tokens of their own, and tells their company alone about them', async () => {
    const grants = ['client_credentials' as const]
    const built = await buildClient({ grants, redirectUris: [], logoutUris: [] })
    const { access_token: token } = await client.clientCredentialsGrant(built.config)
    expect(await client.tokenIntrospection(built.config, token)).toMatchObject({
      active: true,
      client_id: built.appKey,
    })
    const stranger = await buildClient({ grants, redirectUris: [], logoutUris: [] })
    expect(await client.tokenIntrospection(stranger.config, token)).toEqual({ active: false })
    await client.tokenRevocation(built.config, token)
    expect(await client.tokenIntrospection(built.config, token)).toEqual({ active: false })
    const wrong = await stage.connect(built.appKey, client.ClientSecretPost('wrong'))
    expect(await catchError(client.clientCredentialsGrant(wrong))).toBe('invalid_client')
  })

  it('serves each of several valid secrets, from the networks of the application alone', async () => {
    const built = await buildClient({ grants: ['client_credentials'], redirectUris: [] })
    const newer = await open.secret(built.token, built.id, 24)
    await second()
    for (const secret of [built.secret, newer.secret])
      await client.clientCredentialsGrant(await stage.connect(built.appKey, client.ClientSecretPost(secret)))
    await app.sql(`update open_apps set networks = '{203.0.113.0/24}' where id = $1`, [built.id])
    await second()
    expect(await catchError(client.clientCredentialsGrant(built.config))).toBe('invalid_client')
  })
})

describe('a sign-in that ends', () => {
  const ends: [string, (built: Built, person: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>][] = [
    ['the person is locked', (_, { user }) => app.sql('update users set locked_at = now() where id = $1', [user.id])],
    [
      'the person signs out',
      (_, { browser, token }) => browser.request('/api/sys/login/logout/v1', { method: 'POST', token, body: {} }),
    ],
    [
      'the company is stopped',
      ({ companyId }) => app.sql('update companies set status = 0 where id = $1', [companyId]),
    ],
    [
      'the application is locked',
      ({ id, token }) =>
        callAndConfirm(app, openAppsContract.lock, { params: { id }, body: { reason: '停用' } }, token),
    ],
  ]
  it.each(ends)('ends tokens within a second when %s', async (_, end) => {
    const built = await buildClient()
    const person = await signIn(built)
    const { tokens, user } = person
    await client.fetchUserInfo(built.config, tokens.access_token, user.id)
    await end(built, person)
    await second()
    expect(await catchError(client.fetchUserInfo(built.config, tokens.access_token, user.id))).not.toBe('none')
    expect(await catchError(client.refreshTokenGrant(built.config, tokens.refresh_token ?? ''))).not.toBe('none')
    const told = await client.tokenIntrospection(built.config, tokens.access_token).catch(() => ({ active: false }))
    expect(told.active).toBe(false)
  })

  it('is asked for again, although the provider remembers the browser', async () => {
    const built = await buildClient()
    const { browser, user, token } = await signIn(built)
    const silent = await stage.start(built.config, 'openid profile', { prompt: 'none' })
    expect(new URL((await browser.request(String(silent.url))).location).searchParams.has('code')).toBe(true)
    await browser.request('/api/sys/login/logout/v1', { method: 'POST', token, body: {} })
    const refused = await stage.start(built.config, 'openid profile', { prompt: 'none' })
    expect(new URL((await browser.request(String(refused.url))).location).searchParams.get('error')).toBe(
      'login_required',
    )
    const { url, checks } = await stage.start(built.config)
    const back = await browser.allow(url, await browser.signIn(user))
    expect((await client.authorizationCodeGrant(built.config, back, checks)).claims()?.sub).toBe(user.id)
  })

  it('is ended by the application, together with the console', async () => {
    const built = await buildClient()
    const { browser, tokens, token, user } = await signIn(built)
    const url = client.buildEndSessionUrl(built.config, {
      post_logout_redirect_uri: afterLogout,
      id_token_hint: tokens.id_token ?? '',
      state: 'over',
    })
    const asked = await browser.request(String(url))
    expect(asked.body).toContain('全部退出')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1] ?? ''
    const left = await browser.request('/oidc/logout/confirm', { method: 'POST', form: { xsrf, logout: 'yes' } })
    expect(left.location).toBe(`${afterLogout}?state=over`)
    expect(await catchError(client.fetchUserInfo(built.config, tokens.access_token, user.id))).not.toBe('none')
    const me = await browser.request('/api/sys/console/login/v1', { token })
    expect(me.json().code).toBe(101)
    const [row] = await app.sql(
      `select count(*) as many from audit_log where event = 'session.ended' and entity_id = $1`,
      [user.id],
    )
    expect(Number(row?.many)).toBe(1)
  })
})

describe('a request to sign in', () => {
  it('belongs to the browser that began it', async () => {
    const built = await buildClient()
    const victim = await buildPerson(built)
    const attacker = await buildPerson(built)
    const { url } = await stage.start(built.config)
    const { uid } = await attacker.browser.begin(url)
    expect(await victim.browser.ask(uid, victim.token)).toMatchObject({ code: oidcErrors.requestGone.code })
    expect(await victim.browser.ask(uid, victim.token, true)).toMatchObject({ code: oidcErrors.requestGone.code })
  })

  it('names what is asked, asks once, and again for more or after it was taken back', async () => {
    const built = await buildClient()
    const { browser, token } = await buildPerson(built)
    const first = await browser.begin((await stage.start(built.config, 'openid profile')).url)
    expect((await browser.ask(first.uid, token)).data).toMatchObject({
      scopes: ['openid', 'profile'],
      given: false,
      signInAgain: false,
      app: { id: built.id },
    })
    await browser.ask(first.uid, token, true)
    const isGiven = async (scope: string, rest = {}) => {
      const { uid } = await browser.begin((await stage.start(built.config, scope, rest)).url)
      return (await browser.ask(uid, token)).data.given
    }
    expect(await isGiven('openid profile')).toBe(true)
    expect(await isGiven('openid profile', { prompt: 'consent' })).toBe(false)
    expect(await isGiven('openid phone')).toBe(false)
    const mine = await browser.request('/api/sys/oidc/consents/v1', { token })
    expect(mine.json().data).toMatchObject([{ app: { id: built.id }, scopes: ['openid', 'profile'] }])
  })

  it('goes back to the application when it is refused', async () => {
    const built = await buildClient()
    const { browser, token } = await buildPerson(built)
    const { uid } = await browser.begin((await stage.start(built.config)).url)
    const { data } = await browser.ask(uid, token, false)
    expect((await browser.request(data.url)).location).toContain('error=access_denied')
  })

  it('is for people of the application’s company', async () => {
    const built = await buildClient()
    const stranger = await buildPerson(await buildClient())
    const { uid } = await stranger.browser.begin((await stage.start(built.config)).url)
    expect(await stranger.browser.ask(uid, stranger.token, true)).toMatchObject({ code: oidcErrors.otherCompany.code })
  })

  it('may demand a new sign-in', async () => {
    const built = await buildClient()
    const { browser, token, user } = await buildPerson(built)
    await second()
    const { url } = await stage.start(built.config, 'openid', { prompt: 'login' })
    const { uid } = await browser.begin(url)
    expect((await browser.ask(uid, token)).data.signInAgain).toBe(true)
    expect(await browser.ask(uid, token, true)).toMatchObject({ code: oidcErrors.signInAgain.code })
    const { data } = await browser.ask(uid, await browser.signIn(user), true)
    expect((await browser.request(data.url)).location).toContain('code=')
  })

  it('may limit the age of a sign-in', async () => {
    const built = await buildClient()
    const { browser, token } = await buildPerson(built)
    await second()
    const asksAgain = async (age: string) => {
      const { url } = await stage.start(built.config, 'openid', { max_age: age })
      const { uid } = await browser.begin(url)
      return (await browser.ask(uid, token)).data.signInAgain
    }
    expect([await asksAgain('600'), await asksAgain('0')]).toEqual([false, true])
  })

  it('counts a switch of companies as no new sign-in', async () => {
    const built = await buildClient()
    const { browser, token, user } = await buildPerson(await open.company())
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id, created_by, updated_by)
       select $1, gen_random_uuid(), account, name, '', company_id, id, created_by, updated_by from users where id = $2`,
      [built.companyId, user.id],
    )
    await second()
    const { url } = await stage.start(built.config, 'openid', { prompt: 'login' })
    const { uid } = await browser.begin(url)
    const path = membershipsContract.enter.path.replace(':id', built.companyId)
    const { data } = (await browser.request(path, { method: 'PUT', token })).json()
    expect((await browser.ask(uid, data.token)).data.signInAgain).toBe(true)
    expect(await browser.ask(uid, data.token, true)).toMatchObject({ code: oidcErrors.signInAgain.code })
  })

  it('tells no more than the application may still ask for', async () => {
    const built = await buildClient()
    const { tokens, user } = await signIn(built, 'openid profile company')
    const read = () => client.fetchUserInfo(built.config, tokens.access_token, user.id)
    expect(await read()).toMatchObject({ name: '张伟', company: { id: built.companyId } })
    expect((await stage.settings(built.token, built.id, { scopes: ['openid', 'company'] })).code).toBe(0)
    await second()
    const told = await read()
    expect(told).toMatchObject({ company: { id: built.companyId } })
    expect(told).not.toHaveProperty('name')
  })

  it('taken back, ends the tokens of the application', async () => {
    const built = await buildClient()
    const { browser, token, tokens, user } = await signIn(built)
    const path = `/api/sys/oidc/consents/${built.id}/v1`
    expect((await browser.request(path, { method: 'DELETE', token })).json().code).toBe(0)
    expect(await catchError(client.fetchUserInfo(built.config, tokens.access_token, user.id))).not.toBe('none')
  })
})

it('settings that do not fit an application are refused', async () => {
  const built = await buildClient()
  const code = async (rest: Rest) => (await stage.settings(built.token, built.id, rest)).code
  expect(await code({ redirectUris: [] })).toBe(oidcErrors.noRedirect.code)
  expect(await code({ grants: ['refresh_token'] })).toBe(oidcErrors.refreshNeedsCode.code)
  expect(await code({ redirectUris: ['cn.example.app:/callback'] })).toBe(oidcErrors.schemeNeedsNative.code)
  expect(await code({ redirectUris: ['https://erp.example.cn/#x'] })).toBe(400)
  expect(await code({ version: 7 })).toBe(409)
})

it('native applications have http addresses on the device alone, as the provider takes no others', async () => {
  const redirectUris = ['http://127.0.0.1/callback', 'https://erp.example.cn/callback', 'cn.example.app:/callback']
  const built = await buildClient({ redirectUris }, 'native')
  const { url } = await stage.start(built.config, 'openid', { redirect_uri: 'http://127.0.0.1:51234/callback' })
  expect((await createBrowser(app).request(String(url))).location).toContain('/interactions/')
  for (const uri of ['http://erp.example.cn/callback', 'https://localhost/callback']) {
    const saved = await stage.settings(built.token, built.id, { redirectUris: [uri] })
    expect([uri, saved.code]).toEqual([uri, oidcErrors.httpNeedsDevice.code])
  }
})

it('a key of last year gets a successor, which is published before it signs', async () => {
  const built = await buildClient()
  const person = await buildPerson(built)
  /** The keys that a node publishes, and the one that it signs with. */
  const seenBy = async (node: TestApp) => {
    const browser = createBrowser(node)
    const token = await browser.signIn(person.user)
    const config = await createOidcStage(node).connect(built.appKey, client.ClientSecretPost(built.secret))
    const { url, checks } = await stage.start(config)
    const { id_token: idToken = '' } = await client.authorizationCodeGrant(
      config,
      await browser.allow(url, token),
      checks,
    )
    const { keys } = (await node.server.inject({ url: '/oidc/jwks' })).json() as { keys: { kid: string }[] }
    const [header = ''] = idToken.split('.')
    return { keys: keys.length, kid: JSON.parse(Buffer.from(header, 'base64url').toString()).kid as string }
  }
  const before = await seenBy(app)
  await app.sql(`update oidc_keys set created_at = now() - interval '366 days'`)
  const published = await seenBy(await createTestApp({ sharedDatabase: app }))
  expect(published).toEqual({ keys: 2, kid: before.kid })
  await app.sql(`update oidc_keys set created_at = created_at - interval '2 hours'`)
  const signing = await seenBy(await createTestApp({ sharedDatabase: app }))
  expect(signing.keys).toBe(2)
  expect(signing.kid).not.toBe(before.kid)
})
