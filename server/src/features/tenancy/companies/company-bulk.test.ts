import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { createCompanyStage } from '../../../../test/company-stage.ts'
import { buildCompany, buildPlanWithout, buildRole, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { fillTenants } from '../../../../test/hostile/pools.ts'

const reason = '年度盘点'
const element = 'sysMessages:test'
let app: TestApp
let root: string
let bulk: ReturnType<typeof bulkCaller>
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  bulk = bulkCaller(app, root, 'company', true)
  await app.sql(`insert into plan_elements select id, $1 from plans on conflict do nothing`, [element])
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const uniqueName = (word: string) => `${word}${randomUUID().slice(0, 8)}`
const tenants = async (count: number, word = '批量') => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await buildTenant(app, uniqueName(word)))
  return ids
}
const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, uniqueName('下级'))
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
const readLocks = (ids: readonly string[]) =>
  app.sql(
    `select id, locked_at::text, locked_until::text, lock_reason, locked_by from companies where id = any($1) order by id`,
    [ids],
  )
const readTerms = (ids: readonly string[]) =>
  app.sql(
    `select company_id, plan_id, start_at::text, expire_at::text from tenants where company_id = any($1) order by 1`,
    [ids],
  )
/** What the roles of companies hold. */
const heldIn = async (ids: readonly string[]) => ({
  elements: await app.sql(`select role_id, element from role_elements where company_id = any($1) order by 1, 2`, [ids]),
  menus: await app.sql('select role_id, menu_id from role_menus where company_id = any($1) order by 1, 2', [ids]),
  homes: await app.sql('select id, home_menu from roles where company_id = any($1) order by 1', [ids]),
})
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString()

describe('companies', () => {
  it('are locked as one would be, their sessions end, and they are unlocked again', async () => {
    const ids = await tenants(3)
    const [first = '', , locked = ''] = ids
    const member = await app.signIn(await buildUser(app, { companyId: first }))
    await callAndConfirm(app, companiesContract.lock, { params: { id: locked }, body: { reason, until: null } }, root)
    const before = await readLocks(ids)
    const unknown = randomUUID()
    const checked = await bulk.checked('lock', { ids: [...ids, unknown] }, { reason, until: null })
    expect(checked).toMatchObject({
      title: '锁定公司',
      across: true,
      state: 'checked',
      total: 4,
      undoable: true,
      verdicts: { change: 2, same: 1, refused: 1, conflict: 0 },
      impact: [
        { name: '在线会话', count: 1 },
        { name: '不能登录的用户', count: 1 },
      ],
    })
    expect(await readLocks(ids)).toEqual(before)
    expect((await bulk.readRows(checked.id)).get(locked)).toMatchObject({ verdict: 'same', reason: '该公司已被锁定' })
    const { data } = await bulk.apply(checked.id)
    expect(data).toMatchObject({ state: 'started', outcomes: { changed: 2 } })
    expect((await app.call(sessionContract.loginInfo, {}, member)).code).not.toBe(0)
    expect(await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [first])).toEqual([
      { event: 'company.locked' },
    ])
    await bulk.undo(data?.runId ?? null)
    expect(await readLocks(ids)).toEqual(before)
    // Sessions that ended stay ended.
    expect((await app.call(sessionContract.loginInfo, {}, member)).code).not.toBe(0)
  })

  it('are unlocked, and locked again with their reason and end', async () => {
    const [one = '', other = ''] = await tenants(2)
    await app.sql(
      `update companies set locked_at = now(), locked_until = now() + interval '3 days', lock_reason = '欠费',
       locked_by = '{"id":"","name":"系统"}' where id = $1`,
      [one],
    )
    const before = await readLocks([one, other])
    const { id, verdicts } = await bulk.checked('unlock', { ids: [one, other] })
    expect(verdicts).toMatchObject({ change: 1, same: 1 })
    const { data } = await bulk.apply(id)
    const member = await app.signIn(await buildUser(app, { companyId: one }))
    await bulk.undo(data?.runId ?? null)
    expect(await readLocks([one, other])).toEqual(before)
    expect((await app.call(sessionContract.loginInfo, {}, member)).code).not.toBe(0)
  })

  it('are found by the filter of the list, changed by a run, and taken back by one', async () => {
    const many = 210
    await fillTenants(app, 'free', many)
    const word = '池free'
    const checking = await bulk.checked('expire', { filter: { search: word } }, { expireTime: inAYear() })
    expect(checking).toMatchObject({ state: 'checking', total: many })
    await bulk.finished(checking.checkRun)
    expect(await bulk.details(checking.id)).toMatchObject({ state: 'checked', verdicts: { change: many } })
    const { data } = await bulk.apply(checking.id)
    expect(await bulk.finished(data?.runId ?? null)).toMatchObject({ total: many, ok: many, files: ['result'] })
    const expiring = () =>
      app.sql(
        `select count(*)::int as many from tenants join companies on companies.id = company_id
         where name like $1 and expire_at is not null`,
        [`${word}%`],
      )
    expect(await expiring()).toEqual([{ many }])
    await bulk.undo(data?.runId ?? null)
    expect(await expiring()).toEqual([{ many: 0 }])
  })

  it('cannot be reached by users of customers, nor users by the call for companies', async () => {
    const [id = ''] = await tenants(1)
    const rights = ['sysCompanys:list', 'sysCompanys:lock', 'sysUsers:list', 'sysUsers:lock']
    const { token, admin } = await createCompanyStage(app, rights)
    const input = { reason, until: null }
    const foreign = bulkCaller(app, token, 'company', true)
    expect((await foreign.check('lock', { ids: [id] }, input)).code).not.toBe(0)
    expect((await foreign.check('lock', { filter: {} }, input)).code).not.toBe(0)
    expect((await bulkCaller(app, token, 'company').check('lock', { ids: [id] }, input)).code).toBe(8350)
    expect((await bulkCaller(app, token, 'user', true).check('lock', { ids: [admin.id] }, input)).code).toBe(8350)
    expect(await readLocks([id])).toMatchObject([{ locked_at: null }])
  })

  it('are applied by the call that judged them, and by who asked for it', async () => {
    const [id = ''] = await tenants(1)
    const checked = await bulk.checked('lock', { ids: [id] }, { reason, until: null })
    const params = { id: checked.id }
    expect((await app.call(bulkContract.apply, { params }, root)).code).toBe(8350)
    const { token } = await createCompanyStage(app, ['sysCompanys:list', 'sysCompanys:lock'])
    expect((await app.call(bulkContract.applyAcross, { params }, token)).code).not.toBe(0)
    expect(await readLocks([id])).toMatchObject([{ locked_at: null }])
  })
})

describe('tenants', () => {
  it('are given an expiry, except those that have it and subsidiaries, and get their own back', async () => {
    const [one = '', same = ''] = await tenants(2)
    const below = await buildSubsidiary(one)
    const expireTime = inAYear()
    await app.sql('update tenants set expire_at = $2 where company_id = $1', [same, expireTime])
    await app.sql(`update tenants set expire_at = now() + interval '1 day' where company_id = $1`, [one])
    const before = await readTerms([one, same])
    const checked = await bulk.checked('expire', { ids: [one, same, below] }, { expireTime })
    expect(checked.verdicts).toEqual({ change: 1, same: 1, refused: 1, conflict: 0 })
    expect((await bulk.readRows(checked.id)).get(below)?.reason).toContain('子公司共用')
    const { data } = await bulk.apply(checked.id)
    expect(data?.outcomes).toMatchObject({ changed: 1 })
    const set = () => app.sql('select company_id from tenants where expire_at = $1 order by 1', [expireTime])
    expect(await set()).toHaveLength(2)
    await bulk.undo(data?.runId ?? null)
    expect(await readTerms([one, same])).toEqual(before)
  })
  it('are not given an expiry in the past, nor one before they start', async () => {
    const [id = ''] = await tenants(1)
    await app.sql(`update tenants set start_at = now() + interval '2 years' where company_id = $1`, [id])
    expect((await bulk.check('expire', { ids: [id] }, { expireTime: '2001-01-01T00:00:00Z' })).code).toBe(3017)
    const { verdicts } = await bulk.checked('expire', { ids: [id] }, { expireTime: inAYear() })
    expect(verdicts).toMatchObject({ change: 0, refused: 1 })
  })

  it('are given a plan that takes rights, and get plan and rights back', async () => {
    const plan = await buildPlanWithout(app, element)
    const [one = '', other = ''] = await tenants(2)
    const below = await buildSubsidiary(one)
    const [menu] = await app.sql(
      `select menu_id from plan_menus join plans on plans.id = plan_id where code = 'standard' order by 1 limit 1`,
    )
    await app.sql('delete from plan_menus where plan_id = $1 and menu_id = $2', [plan.id, menu?.menu_id])
    for (const companyId of [one, below]) {
      const { id: role } = await buildRole(app, { companyId, permissions: [element, 'sysUsers:list'] })
      await app.sql('insert into role_menus (company_id, role_id, menu_id) values ($1, $2, $3)', [
        companyId,
        role,
        menu?.menu_id,
      ])
      await app.sql('update roles set home_menu = $2 where id = $1', [role, menu?.menu_id])
      await buildUser(app, { companyId, permissions: [element] })
    }
    await app.sql('update tenants set plan_id = $2 where company_id = $1', [other, plan.id])
    const all = [one, other, below]
    const [terms, held] = [await readTerms([one, other]), await heldIn(all)]
    const checked = await bulk.checked('changePlan', { ids: all }, { planId: plan.id })
    expect(checked.verdicts).toEqual({ change: 1, same: 1, refused: 1, conflict: 0 })
    expect(checked.impact).toEqual([
      { name: '失去权限的公司', count: 2 },
      { name: '失去权限的角色', count: 4 },
      { name: '失去权限的用户', count: 2 },
    ])
    expect(await heldIn(all)).toEqual(held)
    const { data } = await bulk.apply(checked.id)
    expect((await readTerms([one]))[0]?.plan_id).toBe(plan.id)
    const { elements } = await heldIn(all)
    expect(elements.filter((row) => row.element === element)).toEqual([])
    expect(elements.length).toBeGreaterThan(0)
    await bulk.undo(data?.runId ?? null)
    expect(await readTerms([one, other])).toEqual(terms)
    expect(await heldIn(all)).toEqual(held)
  })
  it('are shown where they use more than the plan gives', async () => {
    const plan = await buildPlanWithout(app, element)
    await app.sql('update plans set most_users = 1 where id = $1', [plan.id])
    const [full = '', empty = ''] = await tenants(2)
    await buildUser(app, { companyId: full })
    await buildUser(app, { companyId: full })
    const { impact } = await bulk.checked('changePlan', { ids: [full, empty] }, { planId: plan.id })
    expect(impact).toContainEqual({ name: '用户数超过新套餐上限的公司', count: 1 })
    expect((await bulk.check('changePlan', { ids: [full] }, { planId: randomUUID() })).code).toBe(3012)
  })
  it('that have changed since are left', async () => {
    const plan = await buildPlanWithout(app, element)
    const [id = ''] = await tenants(1)
    const checked = await bulk.checked('changePlan', { ids: [id] }, { planId: plan.id })
    await app.sql('update tenants set version = version + 1 where company_id = $1', [id])
    const { data } = await bulk.apply(checked.id)
    expect(data?.outcomes).toMatchObject({ changed: 0, conflict: 1 })
  })
})
