import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../count-statements.ts'
import { buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { createBrowser, createOidcStage } from '../oidc-stage.ts'
import { callOpen, createOpenStage, type OpenStage, signHeaders } from '../open-stage.ts'
import { exchange, parseAnswer } from '../raw-socket.ts'

type Attack = {
  authorization?: string
  url?: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
  from?: string
}
type Caller = Awaited<ReturnType<typeof buildCaller>>

let app: TestApp
let open: OpenStage
let oidc: ReturnType<typeof createOidcStage>
let posts: { id: string; path: string }
let ungranted: { id: string; path: string }
let caller: Caller
/** Tokens of the same application that are no token of its own. */
let others: Record<string, string>

/** The gate and the provider believe what they know for a second. */
const second = () => new Promise((done) => setTimeout(done, 1100))
const buildCaller = async () => {
  const company = await open.company(['sysPosts:list', 'openApps:oidc'])
  const { id, appKey } = await open.app(company.token, { networks: ['198.51.100.0/24', '127.0.0.1'] })
  const { secret, id: secretId } = await open.secret(company.token, id)
  await open.grant(company.token, id, [posts.id])
  const grants = ['authorization_code', 'refresh_token', 'client_credentials'] as const
  await oidc.settings(company.token, id, { grants: [...grants] })
  const config = await oidc.connect(appKey, client.ClientSecretPost(secret))
  const { access_token: token } = await client.clientCredentialsGrant(config)
  return { ...company, id, appKey, secret, secretId, config, accessToken: token }
}
const signInTo = async ({ companyId, config }: Caller) => {
  const browser = createBrowser(app)
  const { url, checks } = await oidc.start(config)
  const back = await browser.allow(url, await browser.signIn(await buildUser(app, { companyId })))
  const code = back.searchParams.get('code') ?? ''
  const tokens = await client.authorizationCodeGrant(config, back, checks)
  return { code, access: tokens.access_token, refresh: tokens.refresh_token ?? '', id: tokens.id_token ?? '' }
}
beforeAll(async () => {
  app = await createTestApp()
  open = await createOpenStage(app)
  oidc = createOidcStage(app)
  posts = await open.openApi({ path: '/open/v1/bearer/posts' })
  ungranted = await open.openApi({ path: '/open/v1/bearer/other' })
  caller = await buildCaller()
  others = await signInTo(caller)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  await second()
})

const send = ({ authorization, url = posts.path, method = 'GET', body, headers, from = '198.51.100.7' }: Attack) =>
  callOpen(
    app,
    { method, url, appKey: '', secret: '', ...(body !== undefined && { body }) },
    {
      ...Object.fromEntries(
        Object.keys(signHeaders({ method, url, appKey: '', secret: '' })).map((name) => [name, undefined]),
      ),
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    from,
  )
const as = ({ accessToken }: Pick<Caller, 'accessToken'>, from?: string) =>
  send({ authorization: `Bearer ${accessToken}`, ...(from !== undefined && { from }) })

const changedAt = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
const attacks = (): Readonly<Record<string, Attack>> => {
  const { accessToken: token, appKey, secret } = caller
  const basic = Buffer.from(`${appKey}:${secret}`).toString('base64')
  const signed = signHeaders({ method: 'GET', url: posts.path, appKey, secret })
  const texts = {
    ...Object.fromEntries(Object.entries(others).map(([name, text]) => [`the ${name} of a person`, text])),
    ...Object.fromEntries([0, 20, 42].map((at) => [`letter ${at}`, changedAt(token, at)])),
    nothing: '',
    'a letter less': token.slice(1),
    'a letter more': `${token}A`,
    'two tokens': `${token} ${token}`,
    'a list': `${token},${token}`,
    quotes: `"${token}"`,
    padding: `${token}=`,
    'a tab': `\t${token}`,
    'the secret': secret,
    'the key': appKey,
    'a session': caller.token,
    'upper case': token.toUpperCase(),
    'a wildcard': '%',
    'an end of statement': "' or '1'='1",
    'an unsigned JWT': 'eyJhbGciOiJub25lIn0.e30.',
  }
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { authorization: `Bearer ${text}` }])),
    'no token': {},
    'another scheme': { authorization: `Token ${token}` },
    'no scheme': { authorization: token },
    'the secret by basic': { authorization: `Basic ${basic}` },
    'the address': { url: `${posts.path}?access_token=${token}` },
    'the body': { method: 'POST', body: `access_token=${token}` },
    'a header of sessions': { headers: { token } },
    'a wrong signature beside it': {
      authorization: `Bearer ${token}`,
      headers: { ...signed, 'x-nonce': 'n'.repeat(16) },
    },
    'a key beside it': { authorization: `Bearer ${token}`, headers: { 'x-app-key': appKey } },
    'another network': { authorization: `Bearer ${token}`, from: '198.51.101.7' },
    'a forwarded address': {
      authorization: `Bearer ${token}`,
      from: '203.0.113.5',
      headers: { 'x-forwarded-for': '198.51.100.7' },
    },
  }
}

describe('attacks on the gate by tokens', () => {
  it('are refused, each by a refusal that says nothing more', async () => {
    const all = Object.entries(attacks())
    expect(all.length).toBeGreaterThanOrEqual(30)
    for (const [name, attack] of all) {
      const { status, code, data, headers } = await send(attack)
      const isBearer = /^bearer/i.test(attack.authorization ?? '') && !('x-app-key' in (attack.headers ?? {}))
      expect([name, status, code, data]).toEqual([name, 401, isBearer ? 6233 : 6001, undefined])
      const error = isBearer ? ', error="invalid_token"' : ''
      expect([name, headers['www-authenticate']]).toEqual([name, `Bearer realm="open"${error}`])
    }
    expect((await as(caller)).status).toBe(200)
    expect((await send({ authorization: `bearer ${caller.accessToken}` })).status).toBe(200)
  })

  it('by requests that two servers would read differently are refused', async () => {
    const bearer = `authorization: Bearer ${caller.accessToken}`
    const status = async (head: readonly string[]) =>
      parseAnswer(
        await exchange(
          app.server,
          [`GET ${posts.path} HTTP/1.1`, 'host: a', ...head, 'connection: close', '', ''].join('\r\n'),
        ),
      ).status
    expect(await status([bearer])).toBe(200)
    expect(await status([bearer, 'authorization: Bearer x'])).toBe(401)
    expect(await status([bearer, bearer])).toBe(401)
    expect(await status(['authorization: Basic x', bearer])).toBe(401)
  })

  it('that ask for more than was granted are refused', async () => {
    const other = await send({ authorization: `Bearer ${caller.accessToken}`, url: ungranted.path })
    expect([other.status, other.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="open", error="insufficient_scope"',
    ])
  })

  it('by a token that is over, revoked, or of an application that lost what it got it by, are refused', async () => {
    const ends: Record<string, (of: Caller) => Promise<unknown>> = {
      revoked: ({ config, accessToken }) => client.tokenRevocation(config, accessToken),
      'without its secret': ({ secretId }) =>
        app.sql('update open_app_secrets set revoked_at = now() where id = $1', [secretId]),
      'without its secret, beside another one': async ({ token, id, secretId }) => {
        await open.secret(token, id, 24)
        await app.sql('update open_app_secrets set revoked_at = now() where id = $1', [secretId])
      },
      'of a locked application': ({ id }) => app.sql('update open_apps set locked_at = now() where id = $1', [id]),
      'of an expired application': ({ id }) =>
        app.sql(`update open_apps set expire_at = now() - interval '1 second' where id = $1`, [id]),
      'of an application without the grant': ({ token, id }) => oidc.settings(token, id),
      'of a closed company': ({ companyId }) => app.sql('update companies set status = 0 where id = $1', [companyId]),
    }
    const callers = await Promise.all(Object.keys(ends).map(buildCaller))
    await second()
    expect(await Promise.all(callers.map(async (each) => (await as(each)).status))).toEqual(callers.map(() => 200))
    for (const [at, end] of Object.values(ends).entries()) await end(callers[at] as Caller)
    await second()
    const statuses = await Promise.all(callers.map(async (each) => (await as(each)).status))
    expect(Object.keys(ends).map((name, at) => [name, statuses[at]])).toEqual(
      Object.keys(ends).map((name) => [name, 401]),
    )
  })

  it('are explained to the owner, as calls of the secret behind the token', async () => {
    await new Promise((done) => setTimeout(done, 1500))
    const query = { 'f.result': 'refused', size: 100 } as const
    const { data } = await app.call(openAppsContract.calls, { params: { id: caller.id }, query }, caller.token)
    expect(new Set(data?.map(({ step }) => step))).toEqual(new Set(['format', 'signature', 'network', 'api']))
    const { data: secrets } = await app.call(openAppsContract.secrets, { params: { id: caller.id } }, caller.token)
    expect(secrets?.map(({ lastTime }) => typeof lastTime)).toEqual(['string'])
  })
})

describe('calls by token', () => {
  it('count against the limits of the application', async () => {
    const limited = await buildCaller()
    await app.sql('update open_apps set rate_per_minute = 3 where id = $1', [limited.id])
    await second()
    const answers = await Promise.all(Array.from({ length: 5 }, () => as(limited)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
  })
  it('look a token up once a second at most', async () => {
    await second()
    const count = countStatements('oidc_models')
    await Promise.all(Array.from({ length: 20 }, () => as(caller)))
    expect(count()).toBeLessThanOrEqual(1)
  })
})
