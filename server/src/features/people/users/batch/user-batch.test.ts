import { randomUUID } from 'node:crypto'
import {
  type BatchAction,
  type BatchImpact,
  userBatchContract,
} from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyStage, createCompanyStage } from '../../../../../test/company-stage.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { dataAs, unchecked } from '../../../../../test/loosely-typed.ts'

const { batch } = userBatchContract
const { get } = usersContract
const rights = ['list', 'get', 'lock', 'delete'].map((operation) => `sysUsers:${operation}`)
const noImpact = { sessions: 0, accessRequests: 0, invitations: 0, roles: [], grants: null }

let app: TestApp
let companyId: string
let admin: CompanyStage['admin']
let token: string
let buildMember: CompanyStage['buildMember']
let listEvents: CompanyStage['listEvents']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, admin, token, buildMember, listEvents } = await createCompanyStage(app, rights))
})

type StatusAction = Exclude<BatchAction, 'grantRole' | 'revokeRole' | 'moveToOrg'>
const sendBatch = (action: StatusAction, ids: string[], headers: Record<string, string> = {}, by = token) => {
  const body = action === 'lock' ? { action, ids, params: { reason: '批' } } : { action, ids }
  return app.call(batch, { body }, by, headers)
}
const requestBatch = async (action: StatusAction, ids: string[], by = token) => {
  const { code, data } = await sendBatch(action, ids, {}, by)
  const { impact, confirmToken } = dataAs<{ impact?: BatchImpact; confirmToken?: string }>({ data: data ?? {} })
  return { code, impact, agreed: { 'x-confirm': confirmToken ?? '' } }
}
const readStatus = async (id: string) => (await app.call(get, { params: { id } }, token)).data?.status
const makeAdmin = (roleId: string) =>
  app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [roleId])

describe('a batch', () => {
  it('evaluates each user separately and returns the results it announced', async () => {
    const [first, second, strong] = [await buildMember(), await buildMember(), await buildMember(['sysBases:edit'])]
    const unknown = randomUUID()
    const ids = [first.id, second.id, admin.id, strong.id, unknown]
    const { code, impact, agreed } = await requestBatch('lock', ids)
    expect([code, impact?.total, await readStatus(first.id)]).toEqual([111, 5, 1])
    const { data } = await sendBatch('lock', ids, agreed)
    expect(data).toMatchObject({ total: 5, ok: 2 })
    expect(data?.failed).toEqual(impact?.refused)
    expect(Object.fromEntries(data?.failed.map((each) => [each.id, each.code]) ?? [])).toEqual({
      [admin.id]: 2004,
      [strong.id]: 2005,
      [unknown]: 404,
    })
    expect(await readStatus(first.id)).toBe(2)
    const [logged] = await app.sql(
      `select after from audit_log where event = 'user.batchChanged' and company_id = $1 order by seq desc limit 1`,
      [companyId],
    )
    expect(logged?.after).toMatchObject({ action: 'lock', done: [{ after: { reason: '批' } }, {}] })
    const again = await requestBatch('lock', [first.id, second.id])
    expect(again.impact?.refused.map((each) => each.code)).toEqual([2012, 2012])
    expect((await sendBatch('lock', [first.id, second.id], again.agreed)).data?.failed).toEqual(again.impact?.refused)
    for (const action of ['unlock', 'delete', 'restore'] as const) {
      const answer = await sendBatch(action, [first.id, second.id])
      expect([action, answer.data]).toEqual([action, { total: 2, ok: 2, failed: [] }])
    }
    // Each affected user has the event on their timeline; refused users do not.
    expect(await listEvents(first.id)).toEqual(['user.locked', 'user.unlocked', 'user.removed', 'user.restored'])
    expect(await listEvents(strong.id)).toEqual([])
  })
  it('disables and enables like the single actions', async () => {
    const [first, second] = [await buildMember(), await buildMember()]
    await app.sql('update users set status = 0 where id = $1', [second.id])
    const ids = [first.id, second.id]
    const { impact, agreed } = await requestBatch('disable', ids)
    expect(impact?.refused).toMatchObject([{ id: second.id, code: 2020 }])
    expect((await sendBatch('disable', ids, agreed)).data).toMatchObject({
      ok: 1,
      failed: [{ id: second.id, code: 2020 }],
    })
    expect((await sendBatch('enable', ids)).data).toEqual({ total: 2, ok: 2, failed: [] })
    expect((await sendBatch('enable', [first.id])).data?.failed).toMatchObject([{ id: first.id, code: 2021 }])
  })
  it('requires the permission of its action, and for locking a reason and a future end', async () => {
    const reader = await app.signIn(await buildMember(['sysUsers:list']))
    const { id } = await buildMember()
    expect((await sendBatch('delete', [id], {}, reader)).code).toBe(403)
    const locking = (params?: { reason: string; until: string }) =>
      app.call(batch, { body: unchecked({ action: 'lock', ids: [id], ...(params && { params }) }) }, token)
    expect((await locking()).code).toBe(400)
    expect(await locking({ reason: '晚', until: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      code: 2015,
      errors: [{ field: 'params.until' }],
    })
  })
})

describe('the impact of a batch', () => {
  it('is shown first, summed over the affected users', async () => {
    const [first, second, quiet] = [await buildMember(), await buildMember(), await buildMember()]
    const strong = await buildMember(['sysBases:edit'])
    await Promise.all([first, second, strong].map((user) => app.signIn(user)))
    await app.signIn(first)
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      second.id,
      first.roleId,
    ])
    await app.sql(
      `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
       values ($1, gen_random_uuid(), $2, 'sysBases:list', '', '')`,
      [companyId, quiet.id],
    )
    const { code, impact } = await requestBatch('delete', [first.id, second.id, quiet.id, strong.id])
    expect(code).toBe(111)
    expect(impact).toMatchObject({ total: 4, sessions: 3, accessRequests: 1, invitations: 0 })
    expect(impact?.refused).toEqual([{ id: strong.id, code: 2005, msg: '对方拥有您没有的权限，不能操作' }])
    expect(Object.fromEntries(impact?.roles.map(({ name, users }) => [name, users]) ?? [])).toEqual({
      [first.roleName]: 2,
      [second.roleName]: 1,
      [quiet.roleName]: 1,
    })
  })
  it('needs no confirmation if nothing ends and no user is refused', async () => {
    const [first, second] = [await buildMember(), await buildMember()]
    expect((await sendBatch('lock', [first.id, second.id])).data).toMatchObject({ ok: 2 })
    expect((await sendBatch('unlock', [first.id, admin.id])).data).toMatchObject({ ok: 1 })
  })
  it('is returned by a dry run that changes nothing', async () => {
    const { id } = await buildMember()
    const url = '/api/sys/users/batch/v1?dryRun=1'
    const dry = async (payload: object) => {
      const answer = await app.server.inject({ method: 'POST', url, headers: { token }, payload })
      return (answer.json() as { code: number; data: { impact: BatchImpact } | null }).data?.impact
    }
    expect(await dry({ action: 'delete', ids: [id] })).toMatchObject({ total: 1, refused: [], sessions: 0 })
    expect(await dry({ action: 'unlock', ids: [id] })).toEqual({
      ...noImpact,
      total: 1,
      refused: [{ id, code: 2013, msg: '该用户未被锁定' }],
    })
    expect(await dry({ action: 'restore', ids: [id] })).toMatchObject({ refused: [{ id, code: 404 }] })
    expect(await readStatus(id)).toBe(1)
  })
  it('must be confirmed again if it has changed', async () => {
    const user = await buildMember()
    await app.signIn(user)
    const { agreed } = await requestBatch('lock', [user.id])
    await app.signIn(user)
    expect((await sendBatch('lock', [user.id], agreed)).code).toBe(111)
    expect(await readStatus(user.id)).toBe(1)
  })
  it('keeps the last of several administrators and names them', async () => {
    const admins = [await buildMember(rights), await buildMember(rights)]
    await makeAdmin(admins[0]?.roleId ?? '')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      admins[1]?.id,
      admins[0]?.roleId,
    ])
    const ids = admins.map(({ id }) => id)
    const { impact, agreed } = await requestBatch('delete', ids)
    expect(impact?.refused).toMatchObject([{ code: 2003 }])
    const { data } = await sendBatch('delete', ids, agreed)
    expect(data).toEqual({ total: 2, ok: 1, failed: impact?.refused })
  })
})
