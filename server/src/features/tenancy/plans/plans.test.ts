import { randomUUID } from 'node:crypto'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { type PlanImpact, plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'

const { list, get, create, update, remove, ceiling, updateCeiling } = plansContract
const { tenant, updateTenant } = tenantsContract
type NewPlan = RequestOf<typeof create>['body']

let app: TestApp
let root: string
let elements: ReadonlyMap<string, string>
let menus: ReadonlyMap<string, string>
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  elements = new Map((await app.sql('select code, id from elements')).map(({ code, id }) => [String(code), String(id)]))
  menus = new Map((await app.sql('select code, id from menus')).map(({ code, id }) => [String(code), String(id)]))
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const short = () => randomUUID().slice(0, 8)
const toIds = (known: ReadonlyMap<string, string>, codes: readonly string[]) =>
  codes.map((code) => known.get(code) ?? code)
const buildBody = (rest: Partial<NewPlan> = {}): NewPlan => ({ name: `套餐${short()}`, code: `p-${short()}`, ...rest })
const readCeiling = async (id: string) => {
  const { data } = await app.call(ceiling, { params: { id } }, root)
  return { menus: data?.menus, modules: data?.modules }
}
const readPlan = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, root)
  if (!data) throw new Error(msg)
  return data
}
const toCeilingBody = async (id: string, elems: readonly string[], ofMenus: readonly string[] = []) => ({
  elems: toIds(elements, elems),
  menus: toIds(menus, ofMenus),
  version: (await readPlan(id)).version,
})
const previewImpact = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => {
  const { code, data } = await app.call(endpoint, request, root)
  if (code !== 111) throw new Error(`nothing was shown: ${code}`)
  return dataAs<{ impact: PlanImpact; confirmToken: string }>({ data })
}
const confirmCall = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<TestResponse<E>> => {
  const first = await app.call(endpoint, request, root)
  if (first.code !== 111) return first
  const { confirmToken } = dataAs<{ confirmToken: string }>(first)
  return app.call(endpoint, request, root, { [Header.confirm]: confirmToken })
}
const setCeiling = async (id: string, elems: readonly string[], ofMenus: readonly string[] = []) =>
  confirmCall(updateCeiling, { params: { id }, body: await toCeilingBody(id, elems, ofMenus) })
const addPlan = async (elems: readonly string[] = [], ofMenus: readonly string[] = []) => {
  const body = buildBody()
  const { data, msg } = await app.call(create, { body }, root)
  if (!data) throw new Error(msg)
  expect((await setCeiling(data.id, elems, ofMenus)).code).toBe(0)
  return { ...body, id: data.id }
}
/** A company on this plan, and its administrator. */
const addCompany = async (planId: string, parent?: string) => {
  const name = `公司${randomUUID()}`
  const body = { name, admin: { account: `k_${short()}`, name: '王芳' }, planId, ...(parent && { parent }) }
  const { data, msg } = await app.call(companiesContract.create, { body }, root)
  if (!data) throw new Error(msg)
  const admin = await buildUser(app, { companyId: data.id })
  const [role, auditor] = await app.sql(
    `select id from roles where company_id = $1 and code in ('company-admin', 'company-auditor') order by code`,
    [data.id],
  )
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
    data.id,
    admin.id,
    role?.id,
  ])
  return { id: data.id, name, admin, adminRole: String(role?.id), auditorRole: String(auditor?.id) }
}
const roleElements = async (roleId: string) =>
  (await app.sql('select element from role_elements where role_id = $1 order by 1', [roleId])).map(
    ({ element }) => element,
  )
const roleMenus = async (roleId: string) =>
  (
    await app.sql('select code from role_menus join menus on menus.id = menu_id where role_id = $1 order by 1', [
      roleId,
    ])
  ).map(({ code }) => code)

describe('a plan', () => {
  it('is added, changed and deleted, each with an audit entry', async () => {
    const body = buildBody({ desc: '说明', mostUsers: 50 })
    const { data } = await app.call(create, { body }, root)
    const id = data?.id ?? ''
    expect(await readPlan(id)).toMatchObject({ ...body, status: 1, builtin: false, companies: 0, elems: 0, version: 1 })
    const other = await addPlan()
    const changed = { ...body, name: `改${short()}`, status: 0 as const, version: 1 }
    expect((await app.call(update, { params: { id }, body: changed }, root)).code).toBe(0)
    expect(await app.call(update, { params: { id }, body: changed }, root)).toMatchObject({ code: 409 })
    const duplicate = { ...changed, version: 2 }
    const { name, code } = other
    expect(await app.call(update, { params: { id }, body: { ...duplicate, name } }, root)).toMatchObject({ code: 3051 })
    expect(await app.call(create, { body: buildBody({ code }) }, root)).toMatchObject({
      code: 3050,
      errors: [{ field: 'code' }],
    })
    expect((await app.call(list, { query: { search: changed.name } }, root)).data).toHaveLength(1)
    expect((await app.call(list, { query: { 'f.status': '0' } }, root)).data?.map((row) => row.id)).toEqual([id])
    expect((await app.call(remove, { params: { id } }, root)).code).toBe(0)
    expect(await app.call(get, { params: { id } }, root)).toMatchObject({ code: 404 })
    const events = await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [id])
    expect(events.map(({ event }) => event)).toEqual(['plan.created', 'plan.updated', 'plan.removed'])
  })
  it('cannot be deleted while in use, nor chosen once disabled', async () => {
    const plan = await addPlan(['sysUsers:list'])
    const { id } = await addCompany(plan.id)
    expect(await app.call(remove, { params: { id: plan.id } }, root)).toMatchObject({ code: 3003, msg: '套餐使用中' })
    const { name, code, desc, mostUsers, version } = await readPlan(plan.id)
    await app.call(update, { params: { id: plan.id }, body: { name, code, desc, mostUsers, status: 0, version } }, root)
    const body = { name: `公司${short()}`, admin: { account: `k_${short()}`, name: '王' }, planId: plan.id }
    expect(await app.call(companiesContract.create, { body }, root)).toMatchObject({ code: 3012 })
    expect((await app.call(tenant, { params: { id } }, root)).data?.planId).toBe(plan.id)
  })
  it('that is built in keeps its code and ceiling', async () => {
    const [{ id } = {}] = await app.sql('select id from plans where builtin')
    const standard = await readPlan(String(id))
    const { name, code, desc, mostUsers, version } = standard
    const params = { id: standard.id }
    const renamed = { name, code: 'other', desc, mostUsers, version }
    expect(await app.call(update, { params, body: renamed }, root)).toMatchObject({
      code: 3052,
      errors: [{ field: 'code' }],
    })
    expect(await app.call(update, { params, body: { ...renamed, code, desc: '新' } }, root)).toMatchObject({ code: 0 })
    expect(await setCeiling(standard.id, [])).toMatchObject({ code: 3052 })
    expect(await app.call(remove, { params }, root)).toMatchObject({ code: 3052 })
    expect(standard.elems).toBeGreaterThan(20)
  })
  it('starts with the ceiling of its template, or an empty one', async () => {
    const [{ id: standard } = {}] = await app.sql('select id from plans where builtin')
    const template = String(standard)
    const { data } = await app.call(create, { body: buildBody({ template }) }, root)
    const id = data?.id ?? ''
    expect(await readCeiling(id)).toEqual(await readCeiling(template))
    const [audit] = await app.sql(`select after->>'template' as template from audit_log where entity_id = $1`, [id])
    expect(audit?.template).toBe((await readPlan(template)).name)
    expect((await setCeiling(id, ['sysUsers:list'])).code).toBe(0)
    expect((await readPlan(template)).elems).toBeGreaterThan(20)
    const unknown = await app.call(create, { body: buildBody({ template: randomUUID() }) }, root)
    expect(unknown).toMatchObject({ code: 3056, errors: [{ field: 'template' }] })
  })
  it("is managed by the platform only and cannot hold the platform's own rights", async () => {
    const plan = await addPlan()
    const { id } = await addCompany(plan.id)
    await app.sql('delete from tenants where company_id = $1', [id])
    const holds = ['list', 'add', 'edit', 'delete'].map((operation) => `sysPlans:${operation}`)
    const token = await app.signIn(await buildUser(app, { companyId: id, permissions: holds }))
    const params = { id: plan.id }
    const tried = [
      await app.call(list, {}, token),
      await app.call(get, { params }, token),
      await app.call(create, { body: buildBody() }, token),
      await app.call(update, { params, body: { ...buildBody(), version: 1 } }, token),
      await app.call(remove, { params }, token),
      await app.call(ceiling, { params }, token),
      await app.call(updateCeiling, { params, body: { elems: [], menus: [], version: 1 } }, token),
    ]
    expect(tried.map(({ code }) => code)).toEqual(tried.map(() => 3008))
    expect(await setCeiling(plan.id, ['sysCompanys:list'])).toMatchObject({ code: 3055, errors: [{ field: 'elems' }] })
    expect(await setCeiling(plan.id, [randomUUID()])).toMatchObject({ code: 3053 })
    expect(await setCeiling(plan.id, [], [randomUUID()])).toMatchObject({ code: 3054 })
    const { data } = await app.call(ceiling, { params }, root)
    expect(data?.modules.map(({ code }) => code)).not.toContain('sysPlans')
    expect(data?.menus.flatMap(({ children }) => children.map(({ name }) => name))).not.toContain('套餐管理')
    expect(await setCeiling(plan.id, [], ['sys.companies'])).toMatchObject({ code: 3055, errors: [{ field: 'menus' }] })
  })
})

describe('the ceiling', () => {
  it('lists the elements each menu needs', async () => {
    const [sys] = (await readCeiling((await addPlan([])).id)).menus ?? []
    const needs = new Map(sys?.children.map((menu) => [menu.name, menu.needs]))
    expect([sys?.needs, needs.get('用户管理')]).toEqual([[], toIds(elements, ['sysUsers:list'])])
  })
  it('limits what roles can hold and what users can do', async () => {
    const plan = await addPlan(['sysUsers:list', 'sysRoles:list', 'sysRoles:add', 'sysRoles:grants'], ['sys.users'])
    const { id, admin, adminRole } = await addCompany(plan.id)
    expect(await roleElements(adminRole)).toEqual(['sysRoles:add', 'sysRoles:grants', 'sysRoles:list', 'sysUsers:list'])
    expect(await roleMenus(adminRole)).toEqual(['people', 'sys.users'])
    const token = await app.signIn(admin)
    const roleId = (await app.call(rolesContract.create, { body: { name: '角色' } }, token)).data?.id ?? ''
    const { data: modules } = await app.call(roleGrantsContract.elements, { params: { id: roleId } }, token)
    const lockOf = new Map(modules?.flatMap(({ elems }) => elems.map(({ code, locked }) => [code, locked])))
    expect([lockOf.get('sysUsers:list'), lockOf.get('sysOnline:list')]).toEqual([null, 'plan'])
    const { data: tree = [] } = await app.call(roleGrantsContract.menus, { params: { id: roleId } }, token)
    expect(tree.flatMap(({ children }) => children).find((menu) => menu.id === menus.get('sys.roles'))?.locked).toBe(
      'plan',
    )
    const body = { ids: toIds(elements, ['sysOnline:list']), version: 1 }
    const request = { params: { id: roleId }, body }
    expect(await app.call(roleGrantsContract.updateElements, request, token)).toMatchObject({ code: 2066 })

    // Rights that a role gained otherwise are withheld as well.
    const stray = await buildUser(app, { companyId: id, permissions: ['sysOnline:list', 'sysUsers:list'] })
    const strayToken = await app.signIn(stray)
    expect((await app.call(usersContract.list, {}, strayToken)).code).toBe(0)
    const denied = await app.call(onlineSessionsContract.list, {}, strayToken)
    expect(denied.code).toBe(403)
    const [denial] = await app.sql('select steps from denials where user_id = $1', [stray.id])
    const steps = denial?.steps as { step: string; ok: boolean; detail: string }[]
    expect(steps.find(({ step }) => step === 'roles')?.ok).toBe(true)
    const planStep = steps.find(({ step }) => step === 'plan')
    expect(planStep).toEqual({ step: 'plan', ok: false, detail: `套餐“${plan.name}”不包含 sysOnline:list` })
  })

  it('shows its impact when changed, revokes lost rights from all roles and grants new ones to administrators only', async () => {
    const plan = await addPlan(['sysUsers:list', 'sysOnline:list', 'sysRoles:list'], ['sys.users', 'sys.roles'])
    const [first, two] = [await addCompany(plan.id), await addCompany(plan.id)]
    const subsidiary = await addCompany(plan.id, two.id)
    const other = await addCompany((await addPlan(['sysOnline:list'])).id)
    const permissions = ['sysOnline:list', 'sysUsers:list']
    const watcher = await buildUser(app, { companyId: first.id, permissions, menus: ['sys.roles'] })
    const outsider = await buildUser(app, { companyId: other.id, permissions: ['sysOnline:list'] })
    await app.sql('update roles set home_menu = $2 where id = $1', [watcher.roleId, menus.get('sys.roles')])
    // Holds a role that inherits from one that loses rights.
    const descendantAssignee = await buildUser(app, { companyId: subsidiary.id, permissions: ['sysUsers:list'] })
    await app.sql('update roles set parent_id = $2 where id = $1', [descendantAssignee.roleId, subsidiary.adminRole])
    const token = await app.signIn(watcher)
    expect((await app.call(onlineSessionsContract.list, {}, token)).code).toBe(0)

    const request = {
      params: { id: plan.id },
      body: await toCeilingBody(plan.id, ['sysUsers:list', 'sysRoles:list', 'sysRoles:add'], ['sys.users']),
    }
    const { impact } = await previewImpact(updateCeiling, request)
    // Each company has its first administrator and the one added here; its auditor role has no assignees.
    expect(impact).toMatchObject({ companies: 3, losingCompanies: 3, losingRoles: 7, losingUsers: 8 })
    expect(impact.lost).toEqual([{ code: 'sysOnline:list', name: '在线用户 · 查看列表', users: 8 }])
    expect(impact).toMatchObject({ lostMenus: ['角色管理', '角色与权限'], gainedMenus: [] })
    expect(impact.gained).toEqual([{ code: 'sysRoles:add', name: '角色 · 新增' }])
    expect(impact.lose.map(({ userId }) => userId)).toEqual(expect.arrayContaining([watcher.id, descendantAssignee.id]))
    expect((await app.call(onlineSessionsContract.list, {}, token)).code).toBe(0)

    expect((await confirmCall(updateCeiling, request)).code).toBe(0)
    expect(await roleElements(watcher.roleId)).toEqual(['sysUsers:list'])
    expect(await roleMenus(watcher.roleId)).toEqual([])
    expect(await app.sql('select home_menu from roles where id = $1', [watcher.roleId])).toEqual([{ home_menu: null }])
    for (const { adminRole, auditorRole } of [first, two, subsidiary]) {
      expect(await roleElements(adminRole)).toEqual(['sysRoles:add', 'sysRoles:list', 'sysUsers:list'])
      expect(await roleMenus(adminRole)).toEqual(['people', 'sys.users'])
      expect(await roleElements(auditorRole)).toEqual(['sysRoles:list', 'sysUsers:list'])
      expect(await roleMenus(auditorRole)).toEqual(['people', 'sys.users'])
    }
    expect(await roleElements(outsider.roleId)).toEqual(['sysOnline:list'])
    expect((await app.call(onlineSessionsContract.list, {}, token)).code).toBe(403)
    expect((await app.call(updateCeiling, request, root)).code).toBe(409)
  })

  it('changes with the plan of the tenant, after the impact is shown', async () => {
    const [small, large] = [await addPlan(['sysUsers:list']), await addPlan(['sysUsers:list', 'sysOnline:list'])]
    const { id, admin, adminRole, auditorRole } = await addCompany(small.id)
    const token = await app.signIn(admin)
    const move = async (planId: string) => {
      const { data } = await app.call(tenant, { params: { id } }, root)
      if (!data) throw new Error('no tenant')
      const { startTime, expireTime, graceDays, trial, mostUsers, version } = data
      const body = { planId, startTime, expireTime, graceDays, trial, mostUsers, version }
      return { params: { id }, body }
    }
    expect((await previewImpact(updateTenant, await move(large.id))).impact).toMatchObject({
      companies: 1,
      losingUsers: 0,
    })
    expect((await confirmCall(updateTenant, await move(large.id))).code).toBe(0)
    expect(await roleElements(adminRole)).toEqual(['sysOnline:list', 'sysUsers:list'])
    expect(await roleElements(auditorRole)).toEqual(['sysOnline:list', 'sysUsers:list'])
    expect((await app.call(onlineSessionsContract.list, {}, token)).code).toBe(0)
    const back = await previewImpact(updateTenant, await move(small.id))
    expect(back.impact).toMatchObject({ losingCompanies: 1, losingRoles: 2, losingUsers: 2, gained: [] })
    expect((await confirmCall(updateTenant, await move(small.id))).code).toBe(0)
    expect((await app.call(onlineSessionsContract.list, {}, token)).code).toBe(403)
    expect(await roleElements(adminRole)).toEqual(['sysUsers:list'])
    expect(await app.call(updateTenant, await move(randomUUID()), root)).toMatchObject({ code: 3012 })
  })

  it('changes without confirmation if no company has the plan', async () => {
    const plan = await addPlan(['sysUsers:list'])
    const body = await toCeilingBody(plan.id, [])
    expect((await app.call(updateCeiling, { params: { id: plan.id }, body }, root)).code).toBe(0)
    expect((await readPlan(plan.id)).elems).toBe(0)
  })
})
