import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import { type TryCall, tryCallContract } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { callOpen, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

const { tryCall } = tryCallContract
let app: TestApp
let stage: OpenStage
let business: Server
let sandbox: string
const received: { url: string; body: string }[] = []
beforeAll(async () => {
  business = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += String(part)
    received.push({ url: request.url ?? '', body })
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  await new Promise((done) => business.once('listening', done))
  sandbox = `http://127.0.0.1:${(business.address() as AddressInfo).port}`
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  stage = await createOpenStage(app)
})
afterAll(() => void business.close())

let codes = 0
const newCode = () => {
  codes += 1
  return `try-${Date.now()}-${codes}`
}
type Opened = { code: string; id: string }
/** An application that may call the APIs, and a function that tries one of them. */
const buildTrier = async (rights: string[], opened: readonly Opened[], rest = {}) => {
  const company = await stage.company(['openApps:try', ...rights])
  const { id, appKey } = await stage.app(company.token, rest)
  const { secret } = await stage.secret(company.token, id)
  await stage.grant(
    company.token,
    id,
    opened.map((each) => each.id),
  )
  // The gate believes what it knows for a second.
  await new Promise((done) => setTimeout(done, 1100))
  const tryIt = (body: Partial<TryCall> & { api: string }, token = company.token) =>
    app.call(tryCall, { params: { id }, body }, token)
  return { ...company, id, appKey, secret, tryIt }
}
const openOwn = async (method: 'GET' | 'POST', rest = {}) => {
  const code = newCode()
  const apiId = await stage.readApiId(method, '/api/sys/posts/v1')
  return { code, ...(await stage.openApi({ code, method, apiId, ...rest })) }
}
const openTarget = async (rest = {}) => {
  const code = newCode()
  const target = { kind: 'target', apiId: null, target: 'https://erp.example.cn/live', method: 'POST' } as const
  return { code, ...(await stage.openApi({ code, ...target, ...rest })) }
}
const logged = async (id: string, token: string) => {
  for (let n = 0; n < 50; n += 1) {
    const { data = [] } = await app.call(openAppsContract.calls, { params: { id }, query: {} }, token)
    if (data.length > 0) return data
    await new Promise((done) => setTimeout(done, 100))
  }
  return []
}

it('answers as a program is answered, shows what was sent, and is counted and logged as a trial', async () => {
  const opened = await openOwn('GET')
  const caller = await buildTrier(['sysPosts:list'], [opened], { networks: ['203.0.113.7'] })
  const { data } = await caller.tryIt({ api: opened.code, query: { size: '10', page: '1' } })
  expect(data).toMatchObject({ status: 200, effect: 'read', request: { method: 'GET' } })
  expect(JSON.parse(data?.answer ?? '')).toMatchObject({ code: 0, data: [], total: 0, traceId: data?.traceId })
  expect(data?.canonical.split('\n').slice(0, 3)).toEqual(['GET', opened.path, 'page=1&size=10'])
  expect(data?.steps.every(({ state }) => state === 'passed')).toBe(true)
  expect(JSON.stringify(data)).not.toContain(caller.secret)
  expect(await logged(caller.id, caller.token)).toMatchObject([{ trial: true, result: 'ok', traceId: data?.traceId }])
  const [audited] = await app.sql(`select after from audit_log where company_id = $1 and event = 'openApp.tried'`, [
    caller.companyId,
  ])
  expect(audited?.after).toMatchObject({ method: 'GET', httpStatus: 200 })
})

it('keeps nothing of what a call writes', async () => {
  const opened = await openOwn('POST')
  const caller = await buildTrier(['sysPosts:add'], [opened])
  const body = JSON.stringify({ name: '店长', code: 'tried', level: 1 })
  for (const _ of [1, 2]) {
    const { data } = await caller.tryIt({ api: opened.code, body })
    expect(data).toMatchObject({ status: 200, effect: 'undone' })
    expect(JSON.parse(data?.answer ?? '')).toMatchObject({ code: 0, data: { id: expect.any(String) } })
  }
  const kept = await app.sql('select 1 from posts where company_id = $1', [caller.companyId])
  const audited = await app.sql(`select 1 from audit_log where company_id = $1 and event like 'post.%'`, [
    caller.companyId,
  ])
  expect([kept, audited]).toEqual([[], []])
  const wrong = await caller.tryIt({ api: opened.code, body: '{"name":""}' })
  expect(wrong.data).toMatchObject({ status: 400, effect: 'none' })
  expect(JSON.parse(wrong.data?.answer ?? '').errors).toContainEqual({ field: 'name', msg: expect.any(String) })
  const signed = { method: 'POST', url: opened.path, body, appKey: caller.appKey, secret: caller.secret } as const
  expect((await callOpen(app, signed)).code).toBe(0)
})

it('runs no API whose writes cannot be undone', async () => {
  const apiId = await stage.readApiId('POST', '/api/sys/users/v1')
  const opened = await openOwn('POST', { apiId })
  const caller = await buildTrier(['sysUsers:add'], [opened])
  const { data } = await caller.tryIt({ api: opened.code, body: '{}' })
  expect(JSON.parse(data?.answer ?? '').code).toBe(openAppsErrors.noTrial.code)
})

it('forwards to the sandbox of a business system alone, with a body that its schema admits', async () => {
  const request = JSON.stringify({
    type: 'object',
    required: ['sku'],
    properties: { sku: { type: 'string', minLength: 2 } },
  })
  const path = `/open/v1/try${Date.now()}/{id}`
  const [tried, live] = [
    await openTarget({ sandbox: `${sandbox}/items/{id}`, path, request }),
    await openTarget({ path: `/open/v1/live${Date.now()}` }),
  ]
  const caller = await buildTrier([], [tried, live])
  const refused = await caller.tryIt({ api: live.code })
  expect(JSON.parse(refused.data?.answer ?? '').code).toBe(openAppsErrors.noSandbox.code)
  const wrong = await caller.tryIt({ api: tried.code, body: '{"sku":"a"}' })
  expect(wrong.errors?.map(({ field }) => field)).toEqual(['path.id', 'body'])
  expect(wrong.errors?.[1]?.msg).toMatch(/^sku：[^A-Z]*[一-龥]/)
  expect((await caller.tryIt({ api: tried.code, path: { id: '..' }, body: '{"sku":"A1"}' })).errors).toMatchObject([
    { field: 'path.id' },
  ])
  expect((await caller.tryIt({ api: tried.code, path: { id: '7' }, body: '{' })).errors).toMatchObject([
    { field: 'body', msg: '请求体不是有效的 JSON' },
  ])
  expect(received).toEqual([])
  const { data } = await caller.tryIt({
    api: tried.code,
    path: { id: '7/1' },
    query: { q: 'a b' },
    body: '{"sku":"A1"}',
  })
  expect(data).toMatchObject({ status: 403, effect: 'none' })
  const done = await caller.tryIt({ api: tried.code, path: { id: '7' }, query: { q: 'a b' }, body: '{"sku":"A1"}' })
  expect(done.data).toMatchObject({ status: 200, effect: 'sandbox', answer: '{"ok":true}' })
  expect(received).toEqual([{ url: '/items/7?q=a%20b', body: '{"sku":"A1"}' }])
})

it('says at which step it was refused, and counts against the limits', async () => {
  const opened = await openOwn('GET', { rate: { perMinute: null, perDay: 1 } })
  const caller = await buildTrier(['sysPosts:list'], [opened])
  expect((await caller.tryIt({ api: opened.code })).data?.status).toBe(200)
  const over = await caller.tryIt({ api: opened.code })
  expect(over.data).toMatchObject({ status: 429, effect: 'none' })
  expect(over.data?.steps.at(-1)).toMatchObject({ step: 'limit', state: 'refused', detail: expect.any(String) })
  const other = await stage.company(['openApps:try', 'sysPosts:list'])
  const { id } = await stage.app(other.token)
  await stage.grant(other.token, id, [opened.id])
  const { data } = await app.call(tryCall, { params: { id }, body: { api: opened.code } }, other.token)
  expect(data?.steps.find(({ state }) => state === 'refused')?.step).toBe('secret')
})

it('is for those who could call the APIs themselves, and shows no other company’s application', async () => {
  const opened = await openOwn('GET')
  const caller = await buildTrier(['sysPosts:list'], [opened])
  const { companyId } = caller
  const signIn = async (permissions: string[]) => app.signIn(await buildUser(app, { companyId, permissions }))
  const poor = await signIn(['openApps:try'])
  expect((await caller.tryIt({ api: opened.code }, poor)).code).toBe(openAppsErrors.beyondRights.code)
  expect((await caller.tryIt({ api: opened.code }, await signIn(['openApps:list', 'sysPosts:list']))).code).toBe(403)
  const stranger = await stage.company(['openApps:try', 'sysPosts:list'])
  expect((await caller.tryIt({ api: opened.code }, stranger.token)).code).toBe(404)
  expect((await caller.tryIt({ api: 'c-other' })).code).toBe(404)
})
