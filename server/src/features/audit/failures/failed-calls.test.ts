import {
  type BreadcrumbsWrite,
  breadcrumbsContract,
} from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import {
  type PageFailureWrite,
  pageFailuresContract,
} from '@atrium/contract/features/audit/failures/page-failures.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { failuresRetention } from './failures.feature.ts'
import { createFailureRecorder } from './record-failure.ts'

const { exportFailures, failures, failureStack, handleFailure, ownFailure } = failedCallsContract
const reading = ['sysLogs:error', 'sysLogs:trace']
type SignedInUser = Awaited<ReturnType<typeof buildUser>> & { token: string }

let app: TestApp
let operator: string
let companyId: string
let user: SignedInUser
let reader: SignedInUser
const signInUser = async (ofCompany: string, permissions: string[]): Promise<SignedInUser> => {
  const built = await buildUser(app, { companyId: ofCompany, permissions })
  return { ...built, token: await app.signIn(built) }
}
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
})
// Each test reads the failures of its own company.
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${Math.random()}`)
  user = await signInUser(companyId, ['sysPosts:list', 'sysPosts:add'])
  reader = await signInUser(companyId, reading)
})

/** A missing table causes a server error for any request. */
const withBrokenTable = async <T>(work: () => Promise<T>): Promise<T> => {
  await app.sql('alter table posts rename to posts_elsewhere')
  try {
    return await work()
  } finally {
    await app.sql('alter table posts_elsewhere rename to posts')
  }
}
afterEach(() => app.sql('delete from failed_calls'))
const failingRead = async ({ token } = user) => {
  const { status, code, traceId } = await app.call(postsContract.list, { query: {} }, token)
  expect([status, code]).toEqual([500, 500])
  return traceId ?? ''
}
const listed = async (query = {}, { token } = reader) => (await app.call(failures, { query }, token)).data ?? []
/** Failures are stored asynchronously. */
const stored = async (count: number, by = reader) => {
  await vi.waitFor(async () => expect(await listed({}, by)).toHaveLength(count))
  return listed({}, by)
}
const times = (count: number) => vi.waitFor(async () => expect((await listed())[0]?.times).toBe(count))

describe('a failed call', () => {
  it('is exported with what became of it, to readers of its company', async () => {
    const exporter = await signInUser(companyId, [...reading, 'sysLogs:export'])
    const traceId = await withBrokenTable(() => failingRead())
    await stored(1)
    const exported = async ({ token }: SignedInUser, body = {}) =>
      (await app.call(exportFailures, { body }, token)).raw.toString('utf8').trimEnd().split('\r\n')
    const [head, row, ...rest] = await exported(exporter)
    expect(head).toBe(
      '\uFEFF首次发生,最近发生,次数,用户,接口,错误,错误信息,耗时（毫秒）,系统版本,状态,处理时间,处理说明,追踪号',
    )
    expect(row?.split(',').slice(2, 4)).toEqual(['1', '张伟'])
    expect(row).toContain(`,待处理,,,${traceId}`)
    expect(rest).toEqual([])
    expect(await exported(exporter, { 'f.state': 'handled' })).toEqual([head])
    const stranger = await signInUser(await buildCompany(app, `别家${Math.random()}`), [...reading, 'sysLogs:export'])
    expect(await exported(stranger)).toEqual([head])
    expect((await app.call(exportFailures, { body: {} }, reader.token)).status).toBe(403)
  })

  it('is stored with who, what, when and why, and only the names of submitted fields', async () => {
    const traceId = await withBrokenTable(async () => {
      const body = { code: 'secretcode', name: '机密的岗位', level: 1 }
      return (await app.call(postsContract.create, { body }, user.token)).traceId
    })
    const [row] = await stored(1)
    expect(row).toMatchObject({
      traceId,
      lastTraceId: traceId,
      times: 1,
      company: null,
      acting: null,
      handled: null,
      user: { id: user.id, name: '张伟', account: user.account },
      method: 'POST',
      path: '/api/sys/posts/v1',
      name: '新增岗位',
      code: 500,
      version: 'test',
      error: 'DatabaseError 42P01',
      message: 'relation "posts" does not exist',
      inputs: expect.arrayContaining(['body.code', 'body.name']),
    })
    expect(row?.database?.statements).toBeGreaterThan(0)
    expect(row?.database?.ms).toBeLessThanOrEqual(row?.ms ?? 0)
    expect(JSON.stringify(await app.sql('select * from failed_calls'))).not.toMatch(/机密|secretcode/)
  })
  it('is found by its trace id or prefix, with the caller’s current status', async () => {
    const traceId = await withBrokenTable(failingRead)
    await stored(1)
    const ask = (id: string) =>
      app
        .call(incidentsContract.incident, { params: { traceId: id } }, reader.token)
        .then(({ data, msg }) => data ?? msg)
    // Reads are not audited: only the failure record names the caller.
    expect(await ask(traceId.slice(0, 8))).toMatchObject({
      rows: [],
      failure: { traceId, name: '岗位：列表', method: 'GET' },
      standing: { person: { account: user.account, state: '正常' }, session: { state: '在线' } },
    })
    expect(await ask(newTraceId())).toMatchObject({ failure: null })
  })
  it('shows positions in the product but no machine paths, to holders of the right', async () => {
    await withBrokenTable(failingRead)
    const [row] = await stored(1)
    const params = { id: row?.id ?? '' }
    expect((await app.call(failureStack, { params }, reader.token)).code).toBe(403)
    const engineer = await signInUser(companyId, ['sysLogs:stack'])
    const { stack = '' } = (await app.call(failureStack, { params }, engineer.token)).data ?? {}
    expect(stack).toMatch(/server\/src\/\S+\.ts:\d+/)
    expect(stack).not.toMatch(/(^|[\s(])\/|file:/)
    const stranger = await signInUser(await buildCompany(app, `邻家${Math.random()}`), ['sysLogs:stack'])
    expect((await app.call(failureStack, { params }, stranger.token)).code).toBe(404)
  })
  it('is shown without internals to the user who met it, and to no other', async () => {
    const traceId = await withBrokenTable(failingRead)
    await stored(1)
    const own = (who: SignedInUser) => app.call(ownFailure, { query: { traceId } }, who.token)
    expect((await own(user)).data).toEqual({
      traceId,
      time: expect.any(String),
      what: '岗位：列表',
      changes: false,
      handled: false,
    })
    expect((await own(reader)).code).toBe(9503)
  })
  it('before sign-in belongs to the operator', async () => {
    await app.sql('alter table sign_in_attempts rename to sign_in_attempts_elsewhere')
    const { account, password } = user
    const { traceId } = await app.call(signInContract.verify, { body: { account, password } })
    await app.sql('alter table sign_in_attempts_elsewhere rename to sign_in_attempts')
    await vi.waitFor(async () => {
      const { data } = await app.call(failures, { query: { 'f.trace': traceId } }, operator)
      expect(data?.[0]).toMatchObject({
        user: null,
        company: null,
        inputs: expect.arrayContaining(['body.account', 'body.password']),
      })
    })
  })
})

describe('a page failure', () => {
  const pageFailure: PageFailureWrite = {
    path: '/web/sys/posts',
    error: 'TypeError',
    version: '2.3.1',
    stack: ['at show (assets/posts-page-B1x.js:1:2345)', 'at assets/kit-B1x.js:7:1'],
  }
  const trail: BreadcrumbsWrite = {
    version: '2.3.1',
    width: 1440,
    height: 900,
    timeZone: 'Asia/Shanghai',
    events: [{ kind: 'error', before: 0, message: 'TypeError: Cannot read properties of null' }],
  }
  const report = (body: PageFailureWrite = pageFailure) =>
    app.call(pageFailuresContract.reportPage, { body }, user.token)
  it('is stored like a call, found by the trace id its browser received', async () => {
    const { traceId = '', data } = await report()
    expect(data).toEqual({ traceId })
    const [row] = await stored(1)
    expect(row).toMatchObject({
      traceId,
      times: 1,
      method: 'PAGE',
      path: '/web/sys/posts',
      name: '',
      message: '',
      inputs: [],
      database: null,
      error: 'TypeError',
      version: '2.3.1',
      user: { id: user.id, account: user.account },
    })
    const engineer = await signInUser(companyId, ['sysLogs:stack'])
    const { data: shown } = await app.call(failureStack, { params: { id: row?.id ?? '' } }, engineer.token)
    expect(shown?.stack).toBe(pageFailure.stack.join('\n'))
    const { data: own } = await app.call(ownFailure, { query: { traceId } }, user.token)
    expect(own).toMatchObject({ traceId, what: '打开页面', changes: false })
  })
  it('of a guest with read access is stored in their home company', async () => {
    const { host, visitor, enter } = await createVisitStage(app)
    const { token } = await enter({ mode: 'view' })
    const { data, traceId } = await app.call(pageFailuresContract.reportPage, { body: pageFailure }, token)
    expect(data).toEqual({ traceId })
    await vi.waitFor(async () => {
      const { data: rows } = await app.call(failures, { query: { 'f.trace': traceId } }, operator)
      expect(rows).toMatchObject([{ user: { id: visitor.id }, acting: { id: host, mode: 'view' } }])
    })
    const own = await app.call(ownFailure, { query: { traceId } }, token)
    expect(own.data).toMatchObject({ traceId, what: '打开页面' })
    expect((await app.call(breadcrumbsContract.attachTrail, { params: { traceId }, body: trail }, token)).code).toBe(0)
    const rows = await app.sql(
      `select company_id, actor from audit_log where event = 'trail.attached' and ok and entity_id = $1`,
      [traceId],
    )
    expect(rows).toEqual([{ company_id: await readPlatformCompany(app), actor: { id: visitor.id, name: '张伟' } }])
  })
  it('is counted when it recurs, and accepts breadcrumbs', async () => {
    await report()
    const { traceId = '' } = await report()
    await times(2)
    expect(
      (await app.call(breadcrumbsContract.attachTrail, { params: { traceId }, body: trail }, user.token)).code,
    ).toBe(0)
  })
  it.each([
    ['a stack that says something', { ...pageFailure, stack: ['TypeError: 密码 hunter2 不对'] }],
    ['a stack of another page', { ...pageFailure, stack: ['at show (https://elsewhere.example/x.js:1:2)'] }],
    ['an id in its address', { ...pageFailure, path: '/web/sys/posts/01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['an error that says something', { ...pageFailure, error: 'TypeError: hunter2' }],
  ])('is rejected with %s', async (_what, body) => {
    expect((await report(body)).code).toBe(400)
    expect(await listed()).toEqual([])
  })
})

describe('the same failure', () => {
  it('of one user is counted, and found by its first and its last trace id', async () => {
    const traceIds = await withBrokenTable(async () => [await failingRead(), await failingRead(), await failingRead()])
    await times(3)
    const [first, , last] = traceIds
    expect(await stored(1)).toMatchObject([{ traceId: first, lastTraceId: last }])
    for (const trace of [first, last]) expect(await listed({ 'f.trace': trace })).toHaveLength(1)
    expect((await app.call(ownFailure, { query: { traceId: last ?? '' } }, user.token)).data).toMatchObject({
      traceId: last,
    })
  })
  it('of another user is another record', async () => {
    const other = await signInUser(companyId, ['sysPosts:list'])
    await withBrokenTable(async () => [await failingRead(), await failingRead(other)])
    await stored(2)
  })
  it('is a new record when it recurs after it was handled', async () => {
    await withBrokenTable(failingRead)
    const [row] = await stored(1)
    const handler = await signInUser(companyId, ['sysLogs:handle'])
    const request = { params: { id: row?.id ?? '' }, body: { remark: '重建了索引' } }
    expect((await app.call(handleFailure, request, reader.token)).code).toBe(403)
    expect((await app.call(handleFailure, request, handler.token)).code).toBe(0)
    expect((await app.call(handleFailure, request, handler.token)).code).toBe(9504)
    const handled = { by: '张伟', remark: '重建了索引', time: expect.any(String) }
    expect(await listed({ 'f.state': 'handled' })).toMatchObject([{ handled }])
    const [auditRow] = await app.sql(
      `select entity_id, entity_name, after from audit_log where event = 'failedCall.handled' and ok and company_id = $1`,
      [companyId],
    )
    expect(auditRow).toEqual({ entity_id: row?.id, entity_name: '岗位：列表', after: { remark: '重建了索引' } })

    const again = await withBrokenTable(failingRead)
    await stored(2)
    expect(await listed({ 'f.state': 'open' })).toMatchObject([{ traceId: again, times: 1 }])
  })
})

describe('a storm of failures', () => {
  it('is limited to sixty new records a minute, each counted in full', async () => {
    const recorder = createFailureRecorder({
      database: app.database,
      platformCompany: await readPlatformCompany(app),
      version: 'test',
    })
    const stop = recorder.start((error) => expect.fail(String(error)))
    const endpoint = postsContract.list
    for (let round = 1; round <= 20; round += 1)
      for (let kind = 1; kind <= 100; kind += 1) {
        const error = new Error(`storm ${'x'.repeat(kind)}`)
        recorder.record({ endpoint, traceId: newTraceId(), error, code: 500, ms: 1 })
      }
    await stop()
    const [sum] = await app.sql(
      `select count(*)::int as cards, sum(times)::int as times from failed_calls where message like 'storm %'`,
    )
    expect(sum).toEqual({ cards: 60, times: 1200 })
  })
})

describe('the list', () => {
  const fill = (count: number, ofCompany = companyId) =>
    app.sql(
      `insert into failed_calls (company_id, id, trace_id, last_trace_id, times, failed_at, last_at, company_name, method,
         path, code, error, message, stack, inputs, ms, version)
       select $1, gen_random_uuid(), md5(at::text), md5(at::text), 1, now() - at * interval '1 day',
         now() - at * interval '1 day', '那一家', 'GET', '/api/sys/roles/v1', 500, 'Error', '', '', '{}', 1, ''
       from generate_series(1, $2::int) as at`,
      [ofCompany, count],
    )
  it('is paged by key, newest first, in both directions', async () => {
    await fill(25)
    const numbers = async (query = {}) => (await listed({ size: 10, ...query })).map(({ seq }) => seq)
    const first = await numbers()
    expect(first).toEqual(first.toSorted((a, b) => b - a))
    const second = await numbers({ after: first.at(-1) })
    expect(await numbers({ after: second.at(-1) })).toHaveLength(5)
    expect(await numbers({ before: second[0] })).toEqual(first)
    expect((await app.call(failures, { query: {} }, reader.token)).total).toBe(25)
  })
  it('is filtered by user, by API, by time and by trace id', async () => {
    await fill(3)
    await withBrokenTable(failingRead)
    await stored(4)
    expect(await listed({ search: user.account })).toHaveLength(1)
    expect(await listed({ 'f.user': user.id })).toHaveLength(1)
    expect(await listed({ 'f.api': '/api/sys/roles' })).toHaveLength(3)
    expect(await listed({ 'f.api': '岗位' })).toHaveLength(1)
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    expect(await listed({ 'f.time': `${day(2)} 00:00:00~${day(2)} 23:59:59` })).toHaveLength(1)
    expect((await app.call(failures, { query: { 'f.trace': 'xyz' } }, reader.token)).code).toBe(400)
  })
  it('is limited to the own company; the operator sees all companies, but no users of others', async () => {
    await withBrokenTable(failingRead)
    await stored(1)
    const stranger = await signInUser(await buildCompany(app, `邻家${Math.random()}`), reading)
    expect(await listed({}, stranger)).toEqual([])
    const { data } = await app.call(failures, { query: { search: '公司' } }, operator)
    expect(data).toMatchObject([{ user: null, company: { id: companyId } }])
    expect((await app.call(failures, { query: { search: user.account } }, operator)).data).toEqual([])
    const request = { params: { id: data?.[0]?.id ?? '' }, body: { remark: '已修复' } }
    expect((await app.call(handleFailure, request, operator)).code).toBe(0)
    expect(await listed()).toMatchObject([{ handled: { by: null, remark: '已修复' } }])
    expect(
      (await app.call(ownFailure, { query: { traceId: data?.[0]?.traceId ?? '' } }, user.token)).data,
    ).toMatchObject({
      handled: true,
    })
  })
  it('deletes what is older than thirty days', async () => {
    await fill(35)
    for (const text of failuresRetention) await app.database.statement({ text, values: [] })
    expect((await app.call(failures, { query: {} }, reader.token)).total).toBe(29)
  })
})
