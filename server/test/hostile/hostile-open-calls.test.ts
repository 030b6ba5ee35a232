import { createHash, createHmac, randomBytes } from 'node:crypto'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { callOpen, createOpenStage, type OpenCall, type OpenStage, signHeaders } from '../open-stage.ts'
import { exchange, parseAnswer } from '../raw-socket.ts'

/** A captured call and what an attacker makes of it; headers are those of the captured call unless they are changed. */
type Attack = {
  call?: Partial<OpenCall>
  url?: string
  body?: string
  method?: OpenCall['method']
  headers?: Record<string, string | undefined>
  /** Makes another signature of the genuine one of this call. */
  sign?: (genuine: string, call: OpenCall) => string
  from?: string
}

let app: TestApp
let stage: OpenStage
let caller: Awaited<ReturnType<typeof buildCaller>>
let posts: { id: string; path: string }
let addPost: { id: string; path: string }
let ungranted: { id: string; path: string }
const networks = ['198.51.100.0/24', '2001:db8:1::/48', '127.0.0.1']

const buildCaller = async (rest: object = {}) => {
  const company = await stage.company(['sysPosts:list', 'sysPosts:add'])
  const { id, appKey } = await stage.app(company.token, { networks, ...rest })
  const { secret, id: secretId } = await stage.secret(company.token, id)
  await stage.grant(company.token, id, [posts.id, addPost.id])
  return { ...company, id, appKey, secret, secretId }
}
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
  posts = await stage.openApi({ path: '/open/v1/hostile/posts' })
  addPost = await stage.openApi({
    path: '/open/v1/hostile/posts',
    method: 'POST',
    apiId: await stage.readApiId('POST', '/api/sys/posts/v1'),
  })
  ungranted = await stage.openApi({ path: '/open/v1/hostile/other' })
  caller = await buildCaller()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  // The gate believes what it knows for a second.
  await new Promise((done) => setTimeout(done, 1100))
})

const captured = (): OpenCall => ({
  method: 'POST',
  url: `${addPost.path}?b=2&a=1`,
  body: '{"name":"店员","code":"clerk","level":1}',
  appKey: caller.appKey,
  secret: caller.secret,
  nonce: randomBytes(12).toString('hex'),
  timestamp: Date.now(),
})
/** Sends what the attacker made of a captured call. */
const send = async ({ call, url, body, method, headers = {}, sign, from }: Attack) => {
  const original = { ...captured(), ...call }
  const changed = {
    ...original,
    ...(url !== undefined && { url }),
    ...(body !== undefined && { body }),
    ...(method && { method }),
  }
  const signed = signHeaders(original)
  const forged = sign && { 'x-sign': sign(signed['x-sign'] ?? '', original) }
  return callOpen(app, changed, { ...signed, ...forged, ...headers }, from ?? '198.51.100.7')
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The next letter at a place: another signature, or another way to write the same one. */
const changedAt = (at: number) => (genuine: string) =>
  `${genuine.slice(0, at)}${letters[(letters.indexOf(genuine[at] ?? '') + 1) % 64]}${genuine.slice(at + 1)}`
/** A signature of the query as it was sent. */
const signUnsorted = (_: string, { method, url, body = '', secret, timestamp, nonce }: OpenCall) => {
  const hash = createHash('sha256').update(body).digest('hex')
  const text = [method, ...url.split('?'), hash, timestamp, nonce].join('\n')
  return createHmac('sha256', secret).update(text).digest('base64')
}
const minutes = (count: number) => Date.now() + count * 60_000

type Attacks = Readonly<Record<string, Attack>>
/** Ways to sign without the secret, and to name an application. */
const signatureAttacks = (): Attacks => ({
  'no signature': { headers: { 'x-sign': undefined } },
  'an empty signature': { headers: { 'x-sign': '' } },
  'a signature of zeros': { headers: { 'x-sign': `${'A'.repeat(43)}=` } },
  'a signature without padding': { sign: (genuine) => genuine.slice(0, -1) },
  'a signature in base64url': { sign: (genuine) => Buffer.from(genuine, 'base64').toString('base64url') },
  'a signature in hex': { sign: (genuine) => Buffer.from(genuine, 'base64').toString('hex') },
  'a signature of another call': { sign: (_, call) => signHeaders({ ...call, url: posts.path })['x-sign'] ?? '' },
  'a signature twice': { sign: (genuine) => `${genuine}, ${genuine}` },
  'a signature in quotes': { sign: (genuine) => `"${genuine}"` },
  ...Object.fromEntries([0, 7, 21, 42].map((at) => [`letter ${at} of the signature`, { sign: changedAt(at) }])),
  'the secret as signature': { headers: { 'x-sign': `${caller.secret}=` } },
  'an empty secret': { call: { secret: '' } },
  'the key as secret': { call: { secret: caller.appKey } },
  'no key': { headers: { 'x-app-key': undefined } },
  'an unknown key': { headers: { 'x-app-key': `ak_${'0'.repeat(24)}` } },
  'a key in upper case': { headers: { 'x-app-key': caller.appKey.toUpperCase() } },
  'a key with a wildcard': { headers: { 'x-app-key': 'ak_%' } },
  'a key that ends a statement': { headers: { 'x-app-key': "ak_' or '1'='1" } },
})
/** A captured call whose content is another one. */
const contentAttacks = (): Attacks => ({
  'another body': { body: '{"name":"老板","code":"clerk","level":1}' },
  'a body with a space more': { body: `${captured().body} ` },
  'no body': { body: '' },
  'another method': { method: 'PUT' },
  'another method with an override': { method: 'GET', body: '', headers: { 'x-http-method-override': 'POST' } },
  'another path': { url: `${ungranted.path}?b=2&a=1` },
  'a path with a slash more': { url: `${addPost.path}/?b=2&a=1` },
  'a path with an encoded letter': { url: `${addPost.path.replace('posts', '%70osts')}?b=2&a=1` },
  'a prefix with an encoded letter': { url: `${addPost.path.replace('/open', '/op%65n')}?b=2&a=1` },
  'another query': { url: `${addPost.path}?b=2&a=9` },
  'a parameter more': { url: `${addPost.path}?b=2&a=1&c=3` },
  'a parameter less': { url: `${addPost.path}?b=2` },
  'no query': { url: addPost.path },
  'a query with an encoded name': { url: `${addPost.path}?b=2&%61=1` },
  'a query with an encoded value': { url: `${addPost.path}?b=2&a=%31` },
  'values of one name in another order': { call: { url: `${addPost.path}?a=1&a=2` }, url: `${addPost.path}?a=2&a=1` },
  'a query signed unsorted': { sign: signUnsorted },
})
/** A call at another time, from another place, or to another API. */
const circumstanceAttacks = (): Attacks => ({
  'an old clock': { call: { timestamp: minutes(-6) } },
  'a future clock': { call: { timestamp: minutes(6) } },
  'a clock in seconds': { headers: { 'x-timestamp': String(Math.floor(Date.now() / 1000)) } },
  'a clock that is no number': { headers: { 'x-timestamp': '1e12' } },
  'another clock than the signed one': { headers: { 'x-timestamp': String(Date.now() + 1) } },
  'no nonce': { headers: { 'x-nonce': undefined } },
  'a short nonce': { call: { nonce: 'short' } },
  'a long nonce': { call: { nonce: 'n'.repeat(65) } },
  'another nonce than the signed one': { headers: { 'x-nonce': randomBytes(12).toString('hex') } },
  'a nonce with a line break': { call: { nonce: `${'n'.repeat(16)}%0a` } },
  'an address outside the networks': { from: '198.51.101.7' },
  'an IPv6 address outside the networks': { from: '2001:db8:2::1' },
  'a forwarded address': {
    from: '203.0.113.5',
    headers: { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7' },
  },
  'an API that was not granted': { call: { method: 'GET', url: ungranted.path, body: '' }, method: 'GET' },
  'an API that does not exist': { call: { method: 'GET', url: '/open/v1/hostile/nothing', body: '' }, method: 'GET' },
  'a session’s token instead': { headers: { 'x-sign': undefined, token: caller.token } },
})

/** Fifty and more ways to get past the gate with a call that was captured, or with a key and no secret. */
const attacks = (): Attacks => ({ ...signatureAttacks(), ...contentAttacks(), ...circumstanceAttacks() })

const countPosts = async () =>
  Number((await app.sql('select count(*)::int as n from posts where company_id = $1', [caller.companyId]))[0]?.n)

describe('attacks on the gate', () => {
  it('are refused, each by a refusal that says nothing more', async () => {
    const all = Object.entries(attacks())
    expect(all.length).toBeGreaterThanOrEqual(50)
    for (const [name, attack] of all) {
      const { status, code, data, msg } = await send(attack)
      expect([name, status >= 400 && status < 500, data]).toEqual([name, true, undefined])
      const isKnown = name.startsWith('an API') || [400, 404].includes(status)
      if (!isKnown) expect([name, status, code, msg]).toEqual([name, 401, 6001, '签名错误'])
    }
    expect(await countPosts()).toBe(0)
  })

  it('that repeat a call are refused on every node, and after a restart', async () => {
    const call = { ...captured(), method: 'GET' as const, url: posts.path, body: '' }
    const headers = signHeaders(call)
    const [other, later] = [await createTestApp({ sharedDatabase: app }), await createTestApp({ sharedDatabase: app })]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => callOpen([app, other][n % 2] ?? app, call, headers, '198.51.100.7')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await callOpen(later, call, headers, '198.51.100.7')).status).toBe(401)
  })

  it('by keys of locked, expired and foreign applications are refused', async () => {
    const [locked, expired, ungrantedApp] = [await buildCaller(), await buildCaller(), await buildCaller()]
    await app.sql('update open_apps set locked_at = now() where id = $1', [locked.id])
    await app.sql(`update open_apps set expire_at = now() - interval '1 second' where id = $1`, [expired.id])
    await app.sql(`update open_app_apis set expire_at = now() - interval '1 second' where app_id = $1`, [
      ungrantedApp.id,
    ])
    await new Promise((done) => setTimeout(done, 1100))
    const as = (who: { appKey: string; secret: string }) =>
      send({
        call: { method: 'GET', url: posts.path, body: '', appKey: who.appKey, secret: who.secret },
        method: 'GET',
      })
    expect((await as(caller)).status).toBe(200)
    expect((await as(locked)).status).toBe(401)
    expect((await as(expired)).status).toBe(401)
    expect((await as(ungrantedApp)).status).toBe(403)
    expect((await as({ appKey: caller.appKey, secret: locked.secret })).status).toBe(401)
    await app.sql('update open_app_secrets set revoked_at = now() where id = $1', [caller.secretId])
    await new Promise((done) => setTimeout(done, 1100))
    expect((await as(caller)).status).toBe(401)
    await app.sql('update open_app_secrets set revoked_at = null where id = $1', [caller.secretId])
    await new Promise((done) => setTimeout(done, 1100))
  })

  it('by requests that two servers would read differently are refused', async () => {
    const call = captured()
    const { body = '' } = call
    const signed = Object.entries(signHeaders(call)).map(([name, value]) => `${name}: ${value}`)
    const signature = signed.find((line) => line.startsWith('x-sign:')) ?? ''
    const raw = (head: readonly string[], text: string, url = call.url) =>
      exchange(
        app.server,
        [`POST ${url} HTTP/1.1`, 'host: a', ...signed, ...head, 'connection: close', '', text].join('\r\n'),
      )
    const bytes = Buffer.byteLength(body)
    const length = `content-length: ${bytes}`
    const chunked = `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const attempts: readonly (readonly [string[], string, string?])[] = [
      [[length, 'transfer-encoding: chunked'], chunked],
      [['transfer-encoding: chunked', 'transfer-encoding: identity'], chunked],
      [[length, `content-length: ${bytes + 1}`], body],
      [[signature, length], body],
      [[`x-app-key: ak_${'0'.repeat(24)}`, length], body],
      [[`x-nonce: ${'n'.repeat(20)}`, length], body],
      [['host: b', length], body],
      [[length], body, call.url.replace('/posts', '/./posts')],
      [[length], body, call.url.replace('/posts', '/x/../posts')],
      [[length], body, call.url.replace('/posts', '//posts')],
      [[length], body, `http://a${call.url}`],
    ]
    for (const [head, text, url] of attempts) {
      const { status } = parseAnswer(await raw(head, text, url))
      expect([head, url, status >= 400 && status < 500]).toEqual([head, url, true])
    }
    expect(await countPosts()).toBe(0)
    expect(parseAnswer(await raw([length], body)).status).toBe(200)
    expect(await countPosts()).toBe(1)
  })

  it('are each explained to the owner', async () => {
    await new Promise((done) => setTimeout(done, 1500))
    const query = { 'f.result': 'refused', size: 100 } as const
    const { data, total } = await app.call(openAppsContract.calls, { params: { id: caller.id }, query }, caller.token)
    expect(total).toBeGreaterThanOrEqual(40)
    expect(new Set(data?.map(({ step }) => step))).toEqual(
      new Set(['format', 'network', 'clock', 'signature', 'nonce', 'api', 'secret']),
    )
  })
})
