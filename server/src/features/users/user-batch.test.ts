import { randomUUID } from 'node:crypto'
import { type BatchImpact, type UserBatch, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyStage, createCompanyStage } from '../../../test/company-stage.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { batch, get } = usersContract
const rights = ['list', 'get', 'lock', 'delete'].map((operation) => `sysUsers:${operation}`)
const nothing = { sessions: 0, accessRequests: 0, invitations: 0, roles: [] }

let app: TestApp
let companyId: string
let keeper: CompanyStage['keeper']
let token: string
let somebody: CompanyStage['somebody']
let told: CompanyStage['told']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, keeper, token, somebody, told } = await createCompanyStage(app, rights))
})

const send = (action: UserBatch['action'], ids: string[], headers: Record<string, string> = {}, by = token) =>
  app.call(batch, { body: { action, ids, ...(action === 'lock' && { params: { reason: '批' } }) } }, by, headers)
const asked = async (action: UserBatch['action'], ids: string[], by = token) => {
  const { code, data } = await send(action, ids, {}, by)
  const { impact, confirmToken } = (data ?? {}) as unknown as { impact?: BatchImpact; confirmToken?: string }
  return { code, impact, agreed: { 'x-confirm': confirmToken ?? '' } }
}
const statusOf = async (id: string) => (await app.call(get, { params: { id } }, token)).data?.status
const makeAdmin = (roleId: string) =>
  app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [roleId])

describe('a batch', () => {
  it('judges each for itself and says what became of it, as it said beforehand', async () => {
    const [first, second, strong] = [await somebody(), await somebody(), await somebody(['sysBases:edit'])]
    const unknown = randomUUID()
    const ids = [first.id, second.id, keeper.id, strong.id, unknown]
    const { code, impact, agreed } = await asked('lock', ids)
    expect([code, impact?.total, await statusOf(first.id)]).toEqual([111, 5, 1])
    const { data } = await send('lock', ids, agreed)
    expect(data).toMatchObject({ total: 5, ok: 2 })
    expect(data?.failed).toEqual(impact?.refused)
    expect(Object.fromEntries(data?.failed.map((each) => [each.id, each.code]) ?? [])).toEqual({
      [keeper.id]: 2004,
      [strong.id]: 2005,
      [unknown]: 404,
    })
    expect(await statusOf(first.id)).toBe(2)
    const [logged] = await app.sql(
      `select after from audit_log where event = 'user.batchChanged' and company_id = $1 order by seq desc limit 1`,
      [companyId],
    )
    expect(logged?.after).toMatchObject({ action: 'lock', done: [{ after: { reason: '批' } }, {}] })
    const again = await asked('lock', [first.id, second.id])
    expect(again.impact?.refused.map((each) => each.code)).toEqual([2012, 2012])
    expect((await send('lock', [first.id, second.id], again.agreed)).data?.failed).toEqual(again.impact?.refused)
    for (const action of ['unlock', 'delete', 'restore'] as const) {
      const answer = await send(action, [first.id, second.id])
      expect([action, answer.data]).toEqual([action, { total: 2, ok: 2, failed: [] }])
    }
    // Each of them has it on his own timeline, and nobody who was refused.
    expect(await told(first.id)).toEqual(['user.locked', 'user.unlocked', 'user.removed', 'user.restored'])
    expect(await told(strong.id)).toEqual([])
  })
  it('disables and enables, each as it is done alone', async () => {
    const [first, second] = [await somebody(), await somebody()]
    await app.sql('update users set status = 0 where id = $1', [second.id])
    const ids = [first.id, second.id]
    const { impact, agreed } = await asked('disable', ids)
    expect(impact?.refused).toMatchObject([{ id: second.id, code: 2020 }])
    expect((await send('disable', ids, agreed)).data).toMatchObject({ ok: 1, failed: [{ id: second.id, code: 2020 }] })
    expect((await send('enable', ids)).data).toEqual({ total: 2, ok: 2, failed: [] })
    expect((await send('enable', [first.id])).data?.failed).toMatchObject([{ id: first.id, code: 2021 }])
  })
  it('needs the right for what it does, and a reason and a coming end for locking', async () => {
    const reader = await app.signIn(await somebody(['sysUsers:list']))
    const { id } = await somebody()
    expect((await send('delete', [id], {}, reader)).code).toBe(403)
    const locking = (params?: { reason: string; until: string }) =>
      app.call(batch, { body: { action: 'lock', ids: [id], ...(params && { params }) } }, token)
    expect((await locking()).code).toBe(400)
    expect(await locking({ reason: '晚', until: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      code: 2015,
      errors: [{ field: 'params.until' }],
    })
  })
})

describe('what a batch does', () => {
  it('is shown first, summed over those it will be done to', async () => {
    const [first, second, quiet] = [await somebody(), await somebody(), await somebody()]
    const strong = await somebody(['sysBases:edit'])
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
    const { code, impact } = await asked('delete', [first.id, second.id, quiet.id, strong.id])
    expect(code).toBe(111)
    expect(impact).toMatchObject({ total: 4, sessions: 3, accessRequests: 1, invitations: 0 })
    expect(impact?.refused).toEqual([{ id: strong.id, code: 2005, msg: '对方拥有您没有的权限，不能操作' }])
    expect(Object.fromEntries(impact?.roles.map(({ name, users }) => [name, users]) ?? [])).toEqual({
      [first.roleName]: 2,
      [second.roleName]: 1,
      [quiet.roleName]: 1,
    })
  })
  it('is not asked about where nothing ends and nobody is refused', async () => {
    const [first, second] = [await somebody(), await somebody()]
    expect((await send('lock', [first.id, second.id])).data).toMatchObject({ ok: 2 })
    expect((await send('unlock', [first.id, keeper.id])).data).toMatchObject({ ok: 1 })
  })
  it('is told by a dry run whatever it is, and nothing is done', async () => {
    const { id } = await somebody()
    const url = '/api/sys/users/batch/v1?dryRun=1'
    const dry = async (payload: object) => {
      const answer = await app.server.inject({ method: 'POST', url, headers: { token }, payload })
      return (answer.json() as { code: number; data: { impact: BatchImpact } | null }).data?.impact
    }
    expect(await dry({ action: 'delete', ids: [id] })).toMatchObject({ total: 1, refused: [], sessions: 0 })
    expect(await dry({ action: 'unlock', ids: [id] })).toEqual({
      ...nothing,
      total: 1,
      refused: [{ id, code: 2013, msg: '该用户没有被锁定' }],
    })
    expect(await dry({ action: 'restore', ids: [id] })).toMatchObject({ refused: [{ id, code: 404 }] })
    expect(await statusOf(id)).toBe(1)
  })
  it('is asked about again when it has changed in between', async () => {
    const user = await somebody()
    await app.signIn(user)
    const { agreed } = await asked('lock', [user.id])
    await app.signIn(user)
    expect((await send('lock', [user.id], agreed)).code).toBe(111)
    expect(await statusOf(user.id)).toBe(1)
  })
  it('leaves the last of several administrators, and says which', async () => {
    const admins = [await somebody(rights), await somebody(rights)]
    await makeAdmin(admins[0]?.roleId ?? '')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      admins[1]?.id,
      admins[0]?.roleId,
    ])
    const ids = admins.map(({ id }) => id)
    const { impact, agreed } = await asked('delete', ids)
    expect(impact?.refused).toMatchObject([{ code: 2003 }])
    const { data } = await send('delete', ids, agreed)
    expect(data).toEqual({ total: 2, ok: 1, failed: impact?.refused })
  })
})
