import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { callOpen, createOpenStage, type OpenCall, type OpenStage } from '../../../../test/open-stage.ts'

const { calls, call, apis, secrets, lock } = openAppsContract

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let app: TestApp
let stage: OpenStage
let business: Server
let address: string
const received: Received[] = []
beforeAll(async () => {
  business = createServer(async (request, reply) => {
    const { method = '', url = '', headers } = request
    let body = ''
    for await (const part of request) body += String(part)
    received.push({ method, url, headers, body })
    if (url.startsWith('/redirect')) reply.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end()
    else if (url.startsWith('/status-')) reply.writeHead(Number(url.slice('/status-'.length))).end()
    else if (url.startsWith('/huge')) reply.end(Buffer.alloc(6_000_000))
    else
      reply.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b', server: 'x' }).end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  await new Promise((done) => business.once('listening', done))
  address = `http://127.0.0.1:${(business.address() as AddressInfo).port}`
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  stage = await createOpenStage(app)
})
afterAll(() => void business.close())

/** An application that may call one API, as its owner's rights allow. */
const buildCaller = async (rights: string[], opened: { id: string; path: string }, rest = {}) => {
  const company = await stage.company(rights)
  const { id, appKey } = await stage.app(company.token, rest)
  const { secret, id: secretId } = await stage.secret(company.token, id)
  await stage.grant(company.token, id, [opened.id])
  await second()
  const signed = (of: Partial<OpenCall> = {}): OpenCall => ({
    method: 'GET',
    url: opened.path,
    appKey,
    secret,
    ...of,
  })
  return { ...company, id, appKey, secret, secretId, signed }
}
/** Sums and logs are written once a second, and the gate believes what it knows for as long. */
const second = () => new Promise((done) => setTimeout(done, 1100))
const eventually = async <T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> => {
  for (let n = 0; n < 50; n += 1) {
    const value = await read()
    if (isDone(value)) return value
    await new Promise((done) => setTimeout(done, 100))
  }
  return read()
}

describe('a signed call', () => {
  it('runs an API of the product in the company, within the rights of the owner', async () => {
    const opened = await stage.openApi()
    const caller = await buildCaller(['sysPosts:list', 'sysPosts:add'], opened)
    const other = await stage.company(['sysPosts:add'])
    await app.call(postsContract.create, { body: { name: '店长', code: 'own', level: 1 } }, caller.token)
    await app.call(postsContract.create, { body: { name: '别家店长', code: 'other', level: 1 } }, other.token)
    const answer = await callOpen(app, caller.signed({ url: `${opened.path}?size=10&page=1` }))
    expect([answer.status, answer.code]).toEqual([200, 0])
    expect(answer.data).toMatchObject([{ name: '店长', code: 'own' }])
    await app.sql(`delete from role_elements where role_id = $1 and element = 'sysPosts:list'`, [caller.user.roleId])
    await app.sql('update companies set epoch = epoch + 1 where id = $1', [caller.companyId])
    await second()
    expect(await callOpen(app, caller.signed())).toMatchObject({ status: 403, code: 6004 })
    expect((await app.call(apis, { params: { id: caller.id } }, caller.token)).data).toMatchObject([{ allowed: false }])
  })

  it('writes as the application, which the log names', async () => {
    const apiId = await stage.readApiId('POST', '/api/sys/posts/v1')
    const opened = await stage.openApi({ method: 'POST', apiId })
    const caller = await buildCaller(['sysPosts:add'], opened, { name: '门店系统' })
    const body = JSON.stringify({ name: '店员', code: 'clerk', level: 1 })
    const answer = await callOpen(app, caller.signed({ method: 'POST', body }))
    expect([answer.status, answer.code]).toEqual([200, 0])
    const [row] = await app.sql(`select created_by from posts where company_id = $1`, [caller.companyId])
    expect(row?.created_by).toEqual({ id: caller.id, name: '门店系统' })
    const [audited] = await app.sql(
      `select actor, event from audit_log where company_id = $1 and event = 'post.created'`,
      [caller.companyId],
    )
    expect(audited).toMatchObject({ actor: { id: caller.id, name: '门店系统' } })
    const wrong = await callOpen(app, caller.signed({ method: 'POST', body: '{"name":""}' }))
    expect([wrong.status, wrong.code]).toEqual([400, 400])
    const twice = await callOpen(app, caller.signed({ method: 'POST', body }))
    expect([twice.status, twice.code]).toEqual([422, postsErrors.codeTaken.code])
  })

  it('does nothing to its owner that they may not do to themselves', async () => {
    const apiId = await stage.readApiId('PUT', '/api/sys/users/{id}/unlock/v1')
    const opened = await stage.openApi({ method: 'PUT', path: '/open/v1/self/{id}/unlock', apiId })
    const caller = await buildCaller(['sysUsers:lock'], opened)
    const url = `/open/v1/self/${caller.user.id}/unlock`
    const { status, code } = await callOpen(app, caller.signed({ method: 'PUT', url }))
    expect([status, code]).toEqual([422, usersErrors.oneself.code])
  })

  it('is forwarded to a business system, with parameters and without what the caller may not set', async () => {
    const opened = await stage.openApi({
      method: 'POST',
      kind: 'target',
      apiId: null,
      path: '/open/v1/stock/{id}',
      target: `${address}/items/{id}?fixed=1`,
      params: [
        { in: 'path', name: 'id', type: 'integer' },
        { in: 'query', name: 'warehouse', required: true },
        { in: 'query', name: 'limit', type: 'integer', default: '20' },
      ],
    })
    const caller = await buildCaller([], { ...opened, path: '/open/v1/stock/7?warehouse=HD01' })
    const body = '{"a":1}'
    const extra = { 'x-atrium-company': 'forged', cookie: 'a=b', authorization: 'Bearer x' }
    const answer = await callOpen(app, caller.signed({ method: 'POST', body }), extra)
    expect([answer.status, answer.body]).toEqual([201, '{"ok":true}'])
    expect(answer.headers['set-cookie']).toBeUndefined()
    const [last] = received.slice(-1)
    expect(last).toMatchObject({ method: 'POST', url: '/items/7?fixed=1&warehouse=HD01&limit=20', body })
    expect(last?.headers).toMatchObject({ 'x-atrium-company': caller.companyId, 'x-atrium-app': caller.appKey })
    for (const name of ['cookie', 'authorization', 'x-sign', 'x-app-key']) expect(last?.headers[name]).toBeUndefined()
    const many = received.length
    for (const url of [
      '/open/v1/stock/7',
      '/open/v1/stock/x?warehouse=1',
      '/open/v1/stock/7?warehouse=1&limit=x',
      '/open/v1/stock/7?warehouse=1&fixed=2',
      '/open/v1/stock/7?warehouse=1&%66ixed=2',
    ])
      expect([url, (await callOpen(app, caller.signed({ method: 'POST', url, body }))).status]).toEqual([url, 400])
    for (const url of [
      '/open/v1/stock/..?warehouse=1',
      '/open/v1/stock/%2e%2e?warehouse=1',
      '/open/v1/stock/a%2fb?warehouse=1',
    ])
      expect([401, 403]).toContain((await callOpen(app, caller.signed({ method: 'POST', url, body }))).status)
    expect(received.length).toBe(many)
  })

  it('follows no redirect, and reads no more than five megabytes', async () => {
    const target = async (path: string) => {
      const opened = await stage.openApi({ kind: 'target', apiId: null, target: `${address}${path}` })
      return callOpen(app, (await buildCaller([], opened)).signed())
    }
    expect((await target('/redirect')).status).toBe(302)
    expect(await target('/huge')).toMatchObject({ status: 502, code: 6009 })
    expect(await target('/status-999')).toMatchObject({ status: 502, code: 6009 })
  })

  it('is answered with the end of a deprecated API, and no longer after it', async () => {
    const opened = await stage.openApi()
    const caller = await buildCaller(['sysPosts:list'], opened)
    const sunset = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000)
    const body = { sunset: sunset.toISOString() }
    await app.call(openApisContract.deprecate, { params: { id: opened.id }, body }, stage.root)
    await second()
    const { headers, status } = await callOpen(app, caller.signed())
    expect([status, headers.sunset]).toEqual([200, sunset.toUTCString()])
    expect(headers.deprecation).toMatch(/^@\d{10}$/)
    await app.sql(`update open_apis set sunset_at = now() - interval '1 second' where id = $1`, [opened.id])
    await second()
    expect(await callOpen(app, caller.signed())).toMatchObject({ status: 403, code: 6004 })
  })

  it('takes any secret that is valid, and none that has ended', async () => {
    const caller = await buildCaller(['sysPosts:list'], await stage.openApi())
    const next = await stage.secret(caller.token, caller.id, 24)
    await second()
    for (const secret of [caller.secret, next.secret])
      expect((await callOpen(app, caller.signed({ secret }))).status).toBe(200)
    const listed = await eventually(
      async () => (await app.call(secrets, { params: { id: caller.id } }, caller.token)).data ?? [],
      (rows) => rows.every(({ lastTime }) => lastTime !== null),
    )
    expect(listed.map(({ callsToday }) => callsToday)).toEqual([1, 1])
    await stage.secret(caller.token, caller.id, 0)
    await second()
    expect((await callOpen(app, caller.signed({ secret: next.secret }))).status).toBe(401)
  })
})

describe('a refused call', () => {
  it('is told nothing but that it is, while the owner sees the step and what should have been signed', async () => {
    const opened = await stage.openApi()
    const caller = await buildCaller(['sysPosts:list'], opened, { networks: ['127.0.0.0/8', '2001:db8::/32'] })
    const url = `${opened.path}?b=2&a=13812345678`
    const refused = [
      await callOpen(app, caller.signed({ url, secret: 'x'.repeat(43) })),
      await callOpen(app, caller.signed({ timestamp: Date.now() - 400_000 })),
      await callOpen(app, caller.signed(), {}, '203.0.113.9'),
      await callOpen(app, caller.signed(), { 'x-nonce': undefined }),
    ]
    const nonce = 'n'.repeat(20)
    expect((await callOpen(app, caller.signed({ nonce }), {}, '2001:db8::7')).status).toBe(200)
    refused.push(await callOpen(app, caller.signed({ nonce })))
    for (const { status, code, msg } of refused) expect([status, code, msg]).toEqual([401, 6001, '签名错误'])
    const params = { id: caller.id }
    const rows = await eventually(
      async () => (await app.call(calls, { params, query: { 'f.result': 'refused' } }, caller.token)).data ?? [],
      ({ length }) => length >= refused.length,
    )
    expect(rows.map(({ step, code }) => [step, code])).toEqual([
      ['nonce', 6003],
      ['format', 6001],
      ['network', 6006],
      ['clock', 6002],
      ['signature', 6001],
    ])
    const logId = rows.at(-1)?.id ?? ''
    const { data } = await app.call(call, { params: { ...params, logId } }, caller.token)
    const states = Object.fromEntries(data?.steps.map(({ step, state }) => [step, state]) ?? [])
    expect(states).toMatchObject({ app: 'passed', clock: 'passed', signature: 'refused', nonce: 'open', api: 'open' })
    const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect(data?.canonical.split('\n').slice(0, 4)).toEqual(['GET', opened.path, 'a=138****5678&b=2', emptyHash])
    const fresh = rows.at(-1)
    const found = await app.call(calls, { params, query: { search: fresh?.traceId ?? '' } }, caller.token)
    expect(found.data?.map((each) => each.id)).toEqual([fresh?.id])
  })

  it('is explained to each reader in their language, whatever the caller speaks', async () => {
    const opened = await stage.openApi()
    const caller = await buildCaller(['sysPosts:list'], opened, { networks: ['127.0.0.0/8'] })
    await callOpen(app, caller.signed(), { 'accept-language': 'en' }, '203.0.113.9')
    const params = { id: caller.id }
    const rows = await eventually(
      async () => (await app.call(calls, { params, query: {} }, caller.token)).data ?? [],
      ({ length }) => length >= 1,
    )
    const readDetail = async (language: string) => {
      const request = { params: { ...params, logId: rows[0]?.id ?? '' } }
      const { data } = await app.call(call, request, caller.token, { 'accept-language': language })
      return data?.steps.find(({ state }) => state === 'refused')?.detail
    }
    expect(await readDetail('zh-CN')).toBe('来源 IP 203.0.113.9 不在白名单')
    expect(await readDetail('en')).toBe('Source IP 203.0.113.9 is not on the allowlist')
  })

  it('is one of a locked application, an unknown one, and an API that was not granted', async () => {
    const caller = await buildCaller(['sysPosts:list'], await stage.openApi())
    const other = await stage.openApi()
    expect(await callOpen(app, caller.signed({ url: other.path }))).toMatchObject({ status: 403, code: 6004 })
    expect(await callOpen(app, caller.signed({ url: '/open/v1/nowhere' }))).toMatchObject({ status: 403, code: 6004 })
    const unknown = await callOpen(app, caller.signed({ appKey: `ak_${'0'.repeat(24)}` }))
    expect(unknown).toMatchObject({ status: 401, code: 6001 })
    await second()
    await callAndConfirm(app, lock, { params: { id: caller.id }, body: { reason: '试' } }, caller.token)
    await second()
    expect(await callOpen(app, caller.signed())).toMatchObject({ status: 401, code: 6001, msg: unknown.msg })
  })
})

describe('limits', () => {
  it('admit exactly as many calls over two nodes', async () => {
    const opened = await stage.openApi({ rate: { perMinute: null, perDay: 400 } })
    const caller = await buildCaller(['sysPosts:list'], opened)
    const nodes = [app, await createTestApp({ sharedDatabase: app })]
    const answers: number[] = []
    for (let round = 0; round < 22; round += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, async (_, n) => (await callOpen(nodes[n % 2] ?? app, caller.signed())).status),
        )),
      )
    const admitted = answers.filter((status) => status === 200).length
    expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(admitted).toBeLessThanOrEqual(400)
    expect(admitted).toBeGreaterThanOrEqual(396)
    const refused = await callOpen(app, caller.signed())
    expect(refused).toMatchObject({ status: 429, code: 6005 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('apply to the application as a whole, and as they are after a change', async () => {
    const [one, two] = [await stage.openApi(), await stage.openApi()]
    const caller = await buildCaller(['sysPosts:list'], one, { rate: { perMinute: null, perDay: 2 } })
    await stage.grant(caller.token, caller.id, [two.id])
    await second()
    const statuses = []
    for (const url of [one.path, two.path, one.path])
      statuses.push((await callOpen(app, caller.signed({ url }))).status)
    expect(statuses).toEqual([200, 200, 429])
    await app.sql('update open_apps set quota_per_day = 3 where id = $1', [caller.id])
    await second()
    const more = []
    for (let n = 0; n < 2; n += 1) more.push((await callOpen(app, caller.signed())).status)
    expect(more).toEqual([200, 429])
  })

  it('are counted with every call, answered or refused', async () => {
    const opened = await stage.openApi()
    const caller = await buildCaller(['sysPosts:list'], opened)
    for (let n = 0; n < 5; n += 1) await callOpen(app, caller.signed())
    await callOpen(app, caller.signed({ secret: 'wrong' }))
    const row = await eventually(
      async () => (await app.call(openAppsContract.get, { params: { id: caller.id } }, caller.token)).data,
      (data) => data?.callsToday === 6,
    )
    expect(row).toMatchObject({ callsToday: 6, errorsToday: 1 })
    const held = (await app.call(apis, { params: { id: caller.id } }, caller.token)).data
    expect(held).toMatchObject([{ callsToday: 5, errorsToday: 0 }])
  })
})
