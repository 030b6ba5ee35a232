import { randomUUID } from 'node:crypto'
import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { type CompanyStage, createCompanyStage } from '../../../../test/company-stage.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { get, apply } = bulkContract
const rights = ['list', 'get', 'edit', 'lock', 'delete', 'roles'].map((operation) => `sysUsers:${operation}`)
const reason = '盘点'

let app: TestApp
let stage: CompanyStage
let bulk: ReturnType<typeof bulkCaller>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createCompanyStage(app, rights)
  bulk = bulkCaller(app, stage.token)
})

/** What an operation may change of users, as the table has it. */
const storedUsers = (ids: readonly string[]) =>
  app.sql(
    `select id, status, locked_at::text, locked_until::text, lock_reason, locked_by, expire_at::text, deleted_at::text,
       deleted_by from users where id = any($1) order by id`,
    [ids],
  )
const readStatuses = async (ids: readonly string[]) => (await storedUsers(ids)).map((user) => user.locked_at !== null)
const members = async (count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push((await stage.buildMember()).id)
  return ids.sort()
}

describe('ticked rows', () => {
  it('are judged first, each by the rules of the call for one, and nothing is changed', async () => {
    const [first, second] = await members(2)
    const [locked] = await members(1)
    await app.call(
      userStatusContract.lock,
      { params: { id: locked ?? '' }, body: { reason, until: null } },
      stage.token,
    )
    const strong = await stage.buildMember(['sysBases:edit'])
    const unknown = randomUUID()
    const ids = [first, second, locked, strong.id, stage.admin.id, unknown].map(String)
    const checked = await bulk.checked('lock', { ids }, { reason, until: null })
    expect(checked).toMatchObject({
      title: '锁定用户',
      state: 'checked',
      total: 6,
      undoable: true,
      runId: null,
      checkRun: null,
      verdicts: { change: 2, same: 1, refused: 3, conflict: 0 },
      outcomes: { changed: 0, same: 0, refused: 0, conflict: 0 },
    })
    const rows = await bulk.readRows(checked.id)
    const verdicts = Object.fromEntries([...rows].map(([id, row]) => [id, [row.verdict, row.reason]]))
    expect(verdicts).toEqual({
      [String(first)]: ['change', ''],
      [String(second)]: ['change', ''],
      [String(locked)]: ['same', '该用户已被锁定'],
      [strong.id]: ['refused', '对方拥有您没有的权限，不能操作'],
      [stage.admin.id]: ['refused', '不能操作自己'],
      [unknown]: ['refused', '数据不存在或已被删除'],
    })
    expect([...(await bulk.readRows(checked.id, { 'f.verdict': 'same' })).keys()]).toEqual([locked])
    expect(rows.get(unknown)?.name).toBe('')
    expect(await readStatuses([String(first), String(second)])).toEqual([false, false])
  })

  it('are changed as they were judged, with an event of each, and listed as a run', async () => {
    const ids = await members(2)
    const { id } = await bulk.checked('lock', { ids: [...ids, stage.admin.id] }, { reason, until: null })
    const { data: done } = await bulk.apply(id)
    expect(done).toMatchObject({ state: 'started', outcomes: { changed: 2, same: 0, refused: 0, conflict: 0 } })
    expect(await readStatuses(ids)).toEqual([true, true])
    for (const each of ids) expect(await stage.listEvents(each)).toEqual(['user.locked'])
    expect(await stage.listEvents(stage.admin.id)).not.toContain('user.locked')
    const { data: run } = await app.call(ownJobsContract.ownJob, { params: { id: done?.runId ?? '' } }, stage.token)
    expect(run).toMatchObject({
      kind: 'bulk',
      title: '锁定用户',
      state: 'done',
      total: 2,
      ok: 2,
      failed: 0,
      undoable: true,
    })
    const [logged] = await app.sql(
      `select entity_name, after from audit_log where event = 'bulk.applied' and entity_id = $1`,
      [id],
    )
    expect(logged).toMatchObject({ entity_name: '锁定用户', after: { rows: 2, ok: 2, failed: 0 } })
    expect((await bulk.apply(id)).code).toBe(8354)
  })

  it('say what else ends with them', async () => {
    const [first, second, other] = [await stage.buildMember(), await stage.buildMember(), await stage.buildMember()]
    await app.signIn(first)
    await app.signIn(second)
    await app.signIn(second)
    const { impact } = await bulk.checked('remove', { ids: [first.id, second.id, other.id] })
    expect(impact).toEqual([
      { name: '在线会话', count: 3 },
      ...[first, second, other]
        .map(({ roleName }) => ({ name: `不能再使用角色“${roleName}”的用户`, count: 1 }))
        .sort((one, next) => (one.name < next.name ? -1 : 1)),
    ])
  })

  it('are left if they have changed since they were judged', async () => {
    const [first = '', second = ''] = await members(2)
    const { id } = await bulk.checked('disable', { ids: [first, second] })
    await app.sql('update users set version = version + 1 where id = $1', [first])
    expect((await bulk.apply(id)).data?.outcomes).toEqual({ changed: 1, same: 0, refused: 0, conflict: 1 })
    expect((await bulk.readRows(id)).get(first)).toMatchObject({ outcome: 'conflict', reason: '数据已被他人修改' })
    expect((await storedUsers([first, second])).map(({ status }) => status)).toEqual([1, 0])
  })

  it('leave the company an administrator', async () => {
    const admins = [await stage.buildMember(), await stage.buildMember()]
    const roleId = admins[0]?.roleId
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [roleId])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      stage.companyId,
      admins[1]?.id,
      roleId,
    ])
    const { verdicts, id } = await bulk.checked('disable', { ids: admins.map((admin) => admin.id) })
    expect(verdicts).toMatchObject({ change: 1, refused: 1 })
    expect((await bulk.apply(id)).data?.outcomes).toMatchObject({ changed: 1, refused: 0 })
  })

  it('need a reason to be locked, and at least one that would change', async () => {
    const ids = await members(1)
    expect(await bulk.check('lock', { ids }, { reason: '' })).toMatchObject({
      code: 400,
      errors: [{ field: 'input.reason', msg: '请填写锁定原因' }],
    })
    const past = await bulk.check('lock', { ids }, { reason, until: '2020-01-01T00:00:00.000Z' })
    expect(past).toMatchObject({ code: 2015, errors: [{ field: 'input.until' }] })
    expect((await bulk.check('explode', { ids })).code).toBe(8350)
    expect((await bulk.check('toString', { ids })).code).toBe(8350)
    const { id } = await bulk.checked('unlock', { ids })
    expect((await bulk.apply(id)).code).toBe(8355)
  })
})

describe('all that a filter finds', () => {
  it('is selected when it is asked for', async () => {
    const [first = '', second = '', other = ''] = await members(3)
    await app.sql(`update users set name = '盘点员' where id = any($1)`, [[first, second]])
    const checked = await bulk.checked('disable', { filter: { search: '盘点员' } })
    expect(checked).toMatchObject({ total: 2, verdicts: { change: 2 } })
    await app.sql(`update users set name = '盘点员' where id = $1`, [other])
    await bulk.apply(checked.id)
    expect((await storedUsers([first, second, other])).map(({ status }) => status)).toEqual([0, 0, 1])
  })
  it('is nothing for a misspelt filter, nor without one', async () => {
    expect(await bulk.check('disable', { filter: { 'f.nmae': '张' } })).toMatchObject({
      code: 400,
      errors: [{ field: 'filter.f.nmae' }],
    })
    expect((await bulk.check('disable', {} as { ids: string[] })).code).toBe(8357)
    expect((await bulk.check('disable', { filter: { search: '没有这样的人' } })).code).toBe(8351)
  })
  it('holds the rows of the caller’s scope alone', async () => {
    const [id = ''] = await members(1)
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [stage.admin.roleId])
    const narrow = bulkCaller(app, await app.signIn(stage.admin))
    expect(await narrow.checked('disable', { filter: { search: '' } })).toMatchObject({
      total: 1,
      verdicts: { refused: 1 },
    })
    const { verdicts } = await narrow.checked('disable', { ids: [id] })
    expect(verdicts).toMatchObject({ change: 0, refused: 1 })
  })
})

describe('an operation', () => {
  it('needs the permission of the call for one row, also later', async () => {
    const ids = await members(1)
    const reader = bulkCaller(app, await app.signIn(await stage.buildMember(['sysUsers:list', 'sysUsers:get'])))
    expect((await reader.check('lock', { ids }, { reason })).status).toBe(403)
    const { id } = await bulk.checked('disable', { ids })
    await app.sql('delete from role_elements where role_id = $1', [stage.admin.roleId])
    const token = await app.signIn(stage.admin)
    expect((await app.call(apply, { params: { id } }, token)).status).toBe(403)
    expect((await app.call(get, { params: { id } }, token)).status).toBe(403)
  })
  it('is its caller’s alone, and reaches no other company', async () => {
    const ids = await members(1)
    const { id } = await bulk.checked('disable', { ids })
    const colleague = await app.signIn(await stage.buildMember(rights))
    expect((await app.call(get, { params: { id } }, colleague)).code).toBe(404)
    expect((await app.call(apply, { params: { id } }, colleague)).code).toBe(404)
    const other = await createCompanyStage(app, rights)
    expect((await app.call(apply, { params: { id } }, other.token)).code).toBe(404)
    const foreign = await bulkCaller(app, other.token).checked('disable', { ids })
    expect(foreign).toMatchObject({ verdicts: { change: 0, refused: 1 } })
    expect([...(await bulkCaller(app, other.token).readRows(foreign.id)).values()]).toMatchObject([
      { name: '', reason: '数据不存在或已被删除' },
    ])
  })
})

describe('what was done', () => {
  it.each([
    ['lock', { reason, until: null }],
    ['disable', {}],
    ['expire', { expireTime: '2099-01-01T00:00:00.000Z' }],
    ['remove', {}],
  ])('is taken back exactly: %s', async (operation, input) => {
    const ids = await members(3)
    await app.sql(`update users set expire_at = now() + interval '1 year' where id = $1`, [ids[0]])
    const before = await storedUsers(ids)
    const { id } = await bulk.checked(operation, { ids }, input)
    const { data } = await bulk.apply(id)
    expect(data?.outcomes).toMatchObject({ changed: 3 })
    expect(await storedUsers(ids)).not.toEqual(before)
    const undoId = await bulk.undo(data?.runId ?? null)
    expect(await storedUsers(ids)).toEqual(before)
    for (const run of [data?.runId ?? '', undoId]) expect((await bulk.details(run)).id).toBe(id)
    expect(await bulk.details(id)).toMatchObject({ undos: { undone: 3, refused: 0, conflict: 0 } })
    await bulk.becomes(data?.runId ?? null, { state: 'undone', undoable: false })
  })
  it('is left where it has changed since', async () => {
    const [first = '', second = ''] = await members(2)
    const { id } = await bulk.checked('lock', { ids: [first, second] }, { reason, until: null })
    const { data } = await bulk.apply(id)
    await app.sql(`update users set lock_reason = '另有原因', version = version + 1 where id = $1`, [first])
    await bulk.undo(data?.runId ?? null)
    expect(await readStatuses([first, second])).toEqual([true, false])
    expect((await bulk.details(id)).undos).toEqual({ undone: 1, refused: 0, conflict: 1 })
    expect((await bulk.readRows(id, { 'f.undo': 'conflict' })).get(first)?.reason).toBe('数据已被他人修改')
  })
  it('is tried again if it took nothing back', async () => {
    const ids = await members(2)
    const { id } = await bulk.checked('lock', { ids }, { reason, until: null })
    const { data } = await bulk.apply(id)
    await app.sql('update users set version = version + 1 where id = any($1)', [ids])
    const inVain = await app.call(ownJobsContract.undoOwn, { params: { id: data?.runId ?? '' } }, stage.token)
    await bulk.becomes(inVain.data?.id ?? null, {
      state: 'failed',
      ok: 0,
      problem: '未能撤销任何数据：数据已变更或无权操作',
    })
    await bulk.becomes(data?.runId ?? null, { state: 'done', undoable: true })
    await app.sql('update users set version = version - 1 where id = any($1)', [ids])
    await bulk.undo(data?.runId ?? null)
    expect(await readStatuses(ids)).toEqual([false, false])
    await bulk.becomes(data?.runId ?? null, { state: 'undone', undoable: false })
  })
  it('restores an unlocked user’s lock with its reason, end and author', async () => {
    const [id = ''] = await members(1)
    const until = '2099-01-01T00:00:00.000Z'
    await app.call(userStatusContract.lock, { params: { id }, body: { reason, until } }, stage.token)
    const before = await storedUsers([id])
    const checked = await bulk.checked('unlock', { ids: [id] })
    const { data } = await bulk.apply(checked.id)
    expect(await readStatuses([id])).toEqual([false])
    await bulk.undo(data?.runId ?? null)
    expect(await storedUsers([id])).toEqual(before)
  })
})
