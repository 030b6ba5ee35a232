import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage } from '../../../../test/role-stage.ts'

const { operations, exportOperations, verifyChain, timeline } = operationLogsContract
const { create, update, writeSecret, remove } = baseParametersContract
const rights = ['sysBases:add', 'sysBases:edit', 'sysBases:secret', 'sysBases:delete']
const reading = ['sysLogs:oper', 'sysLogs:export', 'sysLogs:verify']

let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
let reader: string
beforeAll(async () => {
  app = await createTestApp()
})
// Each test reads the log of its own company.
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${Math.random()}`)
  user = await buildUser(app, { companyId, permissions: rights })
  token = await app.signIn(user)
  reader = await app.signIn(await buildUser(app, { companyId, permissions: reading }))
})
const add = async (code: string, name = '名') => {
  const body = { code, name, kind: 'string' as const, value: '旧' }
  return String((await app.call(create, { body }, token)).data?.id)
}
const change = (id: string, version: number, value: string, name = '名') =>
  app.call(update, { params: { id }, body: { code: 'a', name, kind: 'string', value, version } }, token)
const list = async (query = {}, headers = {}) => (await app.call(operations, { query }, reader, headers)).data ?? []
const actions = async (query = {}) => (await list(query)).map(({ action }) => action)
const exported = (body = {}) => app.call(exportOperations, { body }, reader)

describe('the operation log', () => {
  it('shows who did what from where, and what changed, with labels', async () => {
    const id = await add('a')
    await change(id, 1, '新')
    const [row] = await list()
    expect(row).toMatchObject({
      actor: { id: user.id, name: '张伟' },
      module: 'sysBases',
      action: 'baseParameter.updated',
      entity: 'baseParameter',
      entityId: id,
      entityName: '名',
      area: '内网',
      ok: true,
      code: 0,
      reason: '',
      diff: [{ field: 'value', label: '值', from: '旧', to: '新' }],
    })
  })
  it('shows elements by name, and deleted ones by code', async () => {
    const stage = await createRoleStage(app, { permissions: ['sysBases:edit', ...reading] })
    const id = await stage.create()
    await stage.grant(id, { elems: stage.elems('sysBases:edit') })
    const diffs = async () =>
      (await app.call(timeline, { params: { entity: 'role', id }, query: {} }, stage.token)).data?.[0]?.diff
    expect(await diffs()).toEqual([{ field: 'elems', label: '权限点', to: ['基础参数 · 编辑'] }])
    expect((await app.call(exportOperations, { body: {} }, stage.token)).raw.toString('utf8')).toContain(
      '基础参数 · 编辑',
    )
  })
  it('shows the reason of a refusal', async () => {
    await add('a')
    await app.call(create, { body: { code: 'a', name: '名', kind: 'string', value: '' } }, token)
    expect((await list({ 'f.result': 'failure' }))[0]).toMatchObject({ ok: false, reason: '参数编码已存在' })
  })
  it('never shows a secret, only that it was replaced', async () => {
    const body = { code: 's', name: '密', kind: 'secret' as const, value: null }
    const id = String((await app.call(create, { body }, token)).data?.id)
    await app.call(writeSecret, { params: { id }, body: { value: 'top-secret-1', version: 1 } }, token)
    await app.call(writeSecret, { params: { id }, body: { value: 'top-secret-2', version: 2 } }, token)
    const answer = await app.call(operations, { query: {} }, reader)
    expect(JSON.stringify(answer)).not.toContain('top-secret')
    expect(answer.data?.[0]?.diff).toEqual([{ field: 'value', label: '值', from: '******', to: '******' }])
  })
  it('is paged by key, older and newer, and ends at the newest', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await add(`n${n}`)
    const seqs = async (query: object) => (await list({ size: 3, ...query })).map(({ seq }) => seq)
    const [first, second] = [await seqs({}), await seqs({ after: 8 })]
    // Two sign-ins with two rows each came first.
    expect([first, second]).toEqual([
      [11, 10, 9],
      [7, 6, 5],
    ])
    expect(await seqs({ before: 7 })).toEqual([10, 9, 8])
    expect(await seqs({ before: 9 })).toEqual(first)
    expect(await seqs({ after: 1 })).toEqual([])
    expect((await app.call(operations, { query: { after: 4 } }, reader)).total).toBe(11)
  })
  it('can be filtered by user, module, event, address, trace id and text', async () => {
    const id = await add('a', '门口的灯')
    await app.call(remove, { params: { id } }, token)
    const both = ['baseParameter.removed', 'baseParameter.created']
    expect(await actions({ 'f.user': user.id })).toEqual([...both, 'session.started', 'signIn.verified'])
    expect(await actions({ 'f.module': 'sysBases' })).toEqual(both)
    expect(await actions({ 'f.event': 'baseParameter.created' })).toEqual(['baseParameter.created'])
    expect(await actions({ 'f.module': 'sysBases', 'f.event': 'session.started' })).toEqual([])
    expect(await actions({ 'f.module': 'nothing' })).toEqual([])
    expect(await actions({ 'f.module': 'sysBases', 'f.result': 'failure' })).toEqual([])
    expect(await actions({ search: '门口' })).toEqual(both)
    expect(await actions({ search: user.account.toUpperCase() })).toHaveLength(4)
    expect(await actions({ 'f.ip': '127.0.0.1' })).toHaveLength(6)
    expect(await actions({ 'f.ip': '127.0.0.2' })).toEqual([])
    const traceId = (await list())[0]?.traceId ?? ''
    expect(await actions({ 'f.trace': traceId.slice(0, 8) })).toEqual(['baseParameter.removed'])
    expect((await app.call(operations, { query: { 'f.trace': 'xyz' } }, reader)).code).toBe(400)
  })
  it('finds rows by time in the reader’s time zone', async () => {
    await add('a')
    await app.sql('alter table audit_log disable trigger seal')
    await app.sql(
      `update audit_log set time = '2020-03-01T00:00:00Z'::timestamptz + make_interval(hours => seq::int)
       where company_id = $1`,
      [companyId],
    )
    await app.sql('alter table audit_log enable trigger seal')
    const range = '2020-03-01 10:00:00~2020-03-01 11:00:00'
    const seqs = async (zone: string) =>
      (await list({ 'f.time': range }, { 'x-time-zone': zone })).map(({ seq }) => seq)
    expect(await seqs('Asia/Shanghai')).toEqual([3, 2])
    expect(await seqs('UTC')).toEqual([])
    expect(await list({ 'f.time': range, search: '张' }, { 'x-time-zone': 'Asia/Shanghai' })).toHaveLength(2)
  })
  it('shows no rows of other companies and requires the right', async () => {
    await add('a')
    const other = await buildUser(app, { companyId: await buildCompany(app, '别家'), permissions: reading })
    const rows = (await app.call(operations, { query: { size: 100 } }, await app.signIn(other))).data ?? []
    expect(rows.every(({ actor }) => actor?.id === other.id)).toBe(true)
    expect((await app.call(operations, { query: {} }, token)).status).toBe(403)
  })
})

describe('the export', () => {
  it('is a CSV file of the filtered rows, safe in spreadsheets, and is audited', async () => {
    await add('a', '=HYPERLINK("http://evil")')
    const answer = await exported({ 'f.module': 'sysBases' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = answer.raw.toString('utf8').split('\r\n')
    expect(head).toMatch(/^\uFEFF序号,时间,用户,模块,操作,/)
    expect(line).toContain(`,张伟,基础参数,新增基础参数,"'=HYPERLINK(""http://evil"")",成功,`)
    expect(rest).toEqual([''])
    expect((await list())[0]).toMatchObject({
      action: 'operationLog.exported',
      ok: true,
      after: { module: 'sysBases', rows: 1 },
    })
  })
  it('reads the whole log in batches', async () => {
    await app.sql(
      `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
       select $1, 0, gen_random_uuid(), now(), repeat('a', 32), '::1', '', 'portrait.replaced', true, 0, 1, '', ''
       from generate_series(1, 2500)`,
      [companyId],
    )
    const lines = (await exported()).raw.toString('utf8').trimEnd().split('\r\n')
    const seqs = lines.slice(1).map((line) => Number(line.split(',')[0]))
    expect(seqs).toEqual(Array.from({ length: 2505 }, (_, n) => 2505 - n))
  })
})

describe('verifying', () => {
  const check = async (from = 0) => (await app.call(verifyChain, { query: { from } }, reader)).data
  const tamper = (text: string) => app.sql(text, [companyId])
  beforeEach(async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await add(`n${n}`)
  })
  it('counts every row of an intact chain and continues where it ended', async () => {
    expect(await check()).toEqual({ archived: 0, checked: 10, upTo: 10, head: 10 })
    expect(await check(4)).toEqual({ archived: 0, checked: 6, upTo: 10, head: 10 })
    expect(await check(10)).toEqual({ archived: 0, checked: 0, upTo: 10, head: 10 })
  })
  it.each([
    ['a changed row', `update audit_log set after = '{}' where company_id = $1 and seq = 7`, 7, 'changed'],
    ['a missing row', 'delete from audit_log where company_id = $1 and seq = 7', 7, 'missing'],
    ['a missing first row', 'delete from audit_log where company_id = $1 and seq = 1', 1, 'missing'],
    ['a tail cut off', 'delete from audit_log where company_id = $1 and seq > 8', 9, 'cut'],
    ['a log thrown away', 'delete from audit_log where company_id = $1', 1, 'cut'],
  ])('detects %s', async (_, text, seq, fault) => {
    await tamper(text)
    const event = fault === 'changed' ? 'baseParameter.created' : null
    expect((await check())?.broken).toMatchObject({ seq, fault, action: event })
  })
  it('finds a row with a forged hash by the link of the next one, also across ranges', async () => {
    await tamper(`update audit_log set after = '{}' where company_id = $1 and seq = 7`)
    await tamper('update audit_log set hash = audit_hash(audit_log) where company_id = $1 and seq = 7')
    expect((await check())?.broken).toMatchObject({ seq: 8, fault: 'changed' })
    expect((await check(7))?.broken).toMatchObject({ seq: 8, fault: 'changed' })
  })
})

describe('a timeline', () => {
  it('shows the events of one entity, newest first', async () => {
    const id = await add('a')
    await add('b')
    await change(id, 1, '新')
    const ask = (entity: string, of: string) => app.call(timeline, { params: { entity, id: of }, query: {} }, reader)
    const { data, total } = await ask('baseParameter', id)
    expect(data?.map(({ action }) => action)).toEqual(['baseParameter.updated', 'baseParameter.created'])
    expect(total).toBe(2)
    expect((await ask('menu', id)).data).toEqual([])
    expect((await ask('user', user.id)).data?.map(({ action }) => action)).toEqual([
      'session.started',
      'signIn.verified',
    ])
    expect((await app.call(timeline, { params: { entity: 'user', id }, query: {} }, token)).status).toBe(403)
  })
})

it('a wrong password is logged for the account it was tried on', async () => {
  await app.call(signInContract.verify, { body: { account: user.account, password: 'Wrong#Pass1' } })
  expect((await list({ 'f.result': 'failure' }))[0]).toMatchObject({
    action: 'signIn.verified',
    reason: '账号或密码错误',
  })
})
