import { createHmac, randomBytes } from 'node:crypto'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { httpbis } from 'http-message-signatures'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { contentDigest, type MessageSigning, signMessage } from '../message-signer.ts'
import { createOpenStage, type OpenCall, type OpenStage, signHeaders } from '../open-stage.ts'

let app: TestApp
let stage: OpenStage
let caller: { id: string; appKey: string; secret: string; token: string; companyId: string }
let posts: { id: string; path: string }
let addPost: { id: string; path: string }
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
  posts = await stage.openApi({ path: '/open/v1/signed/posts' })
  addPost = await stage.openApi({
    path: '/open/v1/signed/posts',
    method: 'POST',
    apiId: await stage.readApiId('POST', '/api/sys/posts/v1'),
  })
  const company = await stage.company(['sysPosts:list', 'sysPosts:add'])
  const { id, appKey } = await stage.app(company.token)
  const { secret } = await stage.secret(company.token, id)
  await stage.grant(company.token, id, [posts.id, addPost.id])
  caller = { ...company, id, appKey, secret }
  // The gate believes what it knows for a second.
  await new Promise((done) => setTimeout(done, 1100))
})

const body = '{"name":"店员","code":"clerk","level":1}'
const captured = (): OpenCall => ({
  method: 'POST',
  url: `${addPost.path}?b=2&a=1`,
  body,
  appKey: caller.appKey,
  secret: caller.secret,
})
const reading = (): OpenCall => ({ ...captured(), method: 'GET', url: `${posts.path}?size=10`, body: '' })
const send = async ({ method, url, body: sent }: OpenCall, headers: Record<string, string | undefined>) => {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const reply = await app.server.inject({
    method,
    url,
    headers: given as Record<string, string>,
    remoteAddress: '198.51.100.7',
    ...(sent && { payload: sent }),
  })
  const { code, msg, data } = reply.json()
  return { status: reply.statusCode, code, msg, data }
}
const countPosts = async () =>
  Number((await app.sql('select count(*)::int as n from posts where company_id = $1', [caller.companyId]))[0]?.n)
const refusals = async () => {
  await new Promise((done) => setTimeout(done, 1300))
  const query = { 'f.result': 'refused', size: 100 } as const
  return (await app.call(openAppsContract.calls, { params: { id: caller.id }, query }, caller.token)).data ?? []
}
const all = ['@method', '@authority', '@path', '@query', 'content-digest', 'content-type']
const without = (name: string) => ({ components: all.filter((each) => each !== name) })
const seconds = (away: number) => Math.floor(Date.now() / 1000) + away

type Attack = {
  signing?: MessageSigning
  /** Other than what was signed. */
  call?: Partial<OpenCall>
  headers?: (signed: Record<string, string>) => Record<string, string | undefined>
}
const replaced = (name: string, change: (value: string) => string | undefined) => ({
  headers: (signed: Record<string, string>) => ({ [name]: change(signed[name] ?? '') }),
})
/** Signatures that leave something out, or that are none. */
const signatureAttacks = (): Readonly<Record<string, Attack>> => ({
  ...Object.fromEntries(
    all.slice(0, 5).map((name) => [`${name} not covered`, { signing: without(name) }] satisfies [string, Attack]),
  ),
  'nothing covered': { signing: { components: [] } },
  'a component twice': { signing: { components: [...all, '@method'] } },
  'a component struck out of the signed ones': replaced('signature-input', (input) => input.replace('"@query" ', '')),
  'components in another order': replaced('signature-input', (input) =>
    input.replace('"@method" "@authority"', '"@authority" "@method"'),
  ),
  'a component of the related request': replaced('signature-input', (input) =>
    input.replace('"@method"', '"@method";req'),
  ),
  'an unknown component': { signing: { components: [...all, '@status'] } },
  'a covered header with a credential': {
    signing: { components: [...all, 'cookie'] },
    headers: () => ({ cookie: '' }),
  },
  'no signature': replaced('signature', () => undefined),
  'no input': replaced('signature-input', () => undefined),
  'a signature of another name': replaced('signature', (sign) => sign.replace('sig1', 'sig2')),
  'two signatures': {
    headers: ({ signature = '', 'signature-input': input = '' }) => ({
      signature: `${signature}, ${signature.replace('sig1', 'sig2')}`,
      'signature-input': `${input}, ${input.replace('sig1', 'sig2')}`,
    }),
  },
  'a forged signature beside the genuine one': replaced('signature', (sign) => `${sign}, sig2=:${'A'.repeat(43)}=:`),
  'a signature of zeros': replaced('signature', () => `sig1=:${'A'.repeat(43)}=:`),
  'an empty signature': replaced('signature', () => 'sig1=::'),
  'a signature that is text': replaced('signature', () => 'sig1="genuine"'),
  'an input that is no dictionary': replaced('signature-input', () => '(((('),
  'an input that is no list': replaced('signature-input', (input) => input.replace(/\(.*\)/, '1')),
  'a long input': replaced('signature-input', (input) => `${input};tag="${'x'.repeat(2000)}"`),
  'another algorithm': replaced('signature-input', (input) => input.replace('hmac-sha256', 'rsa-v1_5-sha256')),
  'an unknown parameter': { signing: { more: ';admin' } },
  'an unknown key': replaced('signature-input', (input) => input.replace(caller.appKey, `ak_${'0'.repeat(24)}`)),
  'no key': replaced('signature-input', (input) => input.replace(/;keyid="[^"]*"/, '')),
  'the other scheme’s headers as well': { headers: () => signHeaders(captured()) },
})
/** A captured call at another time, with another content. */
const contentAttacks = (): Readonly<Record<string, Attack>> => ({
  'an old signature': { signing: { created: seconds(-400) } },
  'a future signature': { signing: { created: seconds(400) } },
  'an expired signature': { signing: { more: `;expires=${seconds(-1)}` } },
  'an expiry that is text': { signing: { more: ';expires="never"' } },
  'another time than the signed one': replaced('signature-input', (input) =>
    input.replace(/created=\d+/, `created=${seconds(1)}`),
  ),
  'no time': replaced('signature-input', (input) => input.replace(/;created=\d+/, '')),
  'a time with a fraction': replaced('signature-input', (input) => input.replace(/(created=\d+)/, '$1.5')),
  'no nonce': replaced('signature-input', (input) => input.replace(/;nonce="[^"]*"/, '')),
  'a short nonce': { signing: { nonce: 'short' } },
  'another nonce than the signed one': replaced('signature-input', (input) =>
    input.replace(/nonce="[^"]*"/, `nonce="${randomBytes(12).toString('hex')}"`),
  ),
  'another body': { call: { body: body.replace('店员', '老板') } },
  'another body with its digest': {
    call: { body: body.replace('店员', '老板') },
    headers: () => ({ 'content-digest': contentDigest(body.replace('店员', '老板')) }),
  },
  'a digest of another algorithm': { headers: () => ({ 'content-digest': 'md5=:AAAA:' }) },
  'a second digest': replaced('content-digest', (digest) => `${digest}, sha-512=:AAAA:`),
  'no digest': replaced('content-digest', () => undefined),
  'another method': { call: { method: 'PUT' } },
  'another path': { call: { url: `${posts.path}/x?b=2&a=1` } },
  'a path with an encoded letter': { call: { url: `${addPost.path.replace('posts', '%70osts')}?b=2&a=1` } },
  'another order of the query': { call: { url: `${addPost.path}?a=1&b=2` } },
  'no query': { call: { url: addPost.path } },
  'another host': { headers: () => ({ host: 'evil.example.com' }) },
  'another content type': { headers: () => ({ 'content-type': 'application/json; charset=utf-8' }) },
})

describe('calls signed after RFC 9421', () => {
  it('are admitted, with a target or a path, with and without a body, from an independent signer', async () => {
    const call = reading()
    expect(await send(call, signMessage(call))).toMatchObject({ status: 200, code: 0 })
    const byTarget = signMessage(call, { components: ['@target-uri', '@method', '@authority'] })
    expect(await send(call, byTarget)).toMatchObject({ status: 200, code: 0 })
    const plain = { ...call, url: posts.path }
    expect(await send(plain, signMessage(plain, { label: 'mine' }))).toMatchObject({ status: 200 })
    const written = await httpbis.signMessage(
      {
        key: {
          id: caller.appKey,
          alg: 'hmac-sha256',
          sign: async (data: Buffer) => createHmac('sha256', caller.secret).update(data).digest(),
        },
        params: ['created', 'nonce', 'keyid', 'alg'],
        paramValues: { nonce: randomBytes(12).toString('hex') },
        fields: ['@method', '@authority', '@path', '@query', 'content-digest'],
      },
      {
        method: 'POST',
        url: `http://localhost${addPost.path}`,
        headers: { 'content-digest': contentDigest(body), 'content-type': 'application/json' },
      },
    )
    const posted = await send({ ...captured(), url: addPost.path }, written.headers as Record<string, string>)
    expect(posted).toMatchObject({ status: 200, code: 0 })
    expect(await countPosts()).toBe(1)
    await app.sql('delete from posts where company_id = $1', [caller.companyId])
  })

  it('are refused once anything is left out, swapped or repeated, and the caller is told no more than that', async () => {
    const attacks = Object.entries({ ...signatureAttacks(), ...contentAttacks() })
    expect(attacks.length).toBeGreaterThanOrEqual(45)
    for (const [name, { signing = {}, call = {}, headers }] of attacks) {
      const signed = signMessage(captured(), signing)
      const sent = { ...signed, ...headers?.(signed) }
      const { status, code, msg, data } = await send({ ...captured(), ...call }, sent)
      expect([name, status, code, msg, data]).toEqual([name, 401, 6001, '签名错误', undefined])
    }
    expect(await countPosts()).toBe(0)
  })

  it('are admitted once on all nodes', async () => {
    const other = await createTestApp({ sharedDatabase: app })
    const call = reading()
    const headers = signMessage(call)
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { server } = [app, other][n % 2] ?? app
        return (await server.inject({ method: 'GET', url: call.url, headers })).statusCode
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // A nonce is the application's, whichever scheme it was used with.
    const nonce = randomBytes(12).toString('hex')
    expect((await send(call, signMessage(call, { nonce }))).status).toBe(200)
    expect((await send(call, signHeaders({ ...call, nonce }))).status).toBe(401)
  })

  it('count against the same limits', async () => {
    const company = await stage.company(['sysPosts:list'])
    const { id, appKey } = await stage.app(company.token, { rate: { perMinute: null, perDay: 2 } })
    const { secret } = await stage.secret(company.token, id)
    await stage.grant(company.token, id, [posts.id])
    await new Promise((done) => setTimeout(done, 1100))
    const call = { ...reading(), appKey, secret }
    expect((await send(call, signMessage(call))).status).toBe(200)
    expect((await send(call, signHeaders(call))).status).toBe(200)
    expect(await send(call, signMessage(call))).toMatchObject({ status: 429, code: 6005 })
  })

  it('are explained to the owner by the signature base that should have been signed', async () => {
    const url = `${posts.path}?phone=13812345678`
    const call = { ...reading(), url, secret: 'x'.repeat(43) }
    const headers = signMessage(call)
    await send(call, headers)
    const rows = await refusals()
    expect(new Set(rows.map(({ step }) => step))).toEqual(new Set(['format', 'clock', 'signature', 'nonce']))
    const logId = rows[0]?.id ?? ''
    const { data } = await app.call(openAppsContract.call, { params: { id: caller.id, logId } }, caller.token)
    expect(data?.steps.find(({ state }) => state === 'refused')).toMatchObject({ step: 'signature' })
    expect(data?.canonical.split('\n')).toEqual([
      '"@method": GET',
      '"@authority": localhost',
      `"@path": ${posts.path}`,
      '"@query": ?phone=138****5678',
      `"@signature-params": ${headers['signature-input']?.replace('sig1=', '')}`,
    ])
  })
})
