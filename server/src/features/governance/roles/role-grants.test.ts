import { randomUUID } from 'node:crypto'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage, type RoleStage } from '../../../../test/role-stage.ts'

const { menus, elements, updateMenus, updateElements } = roleGrantsContract
const lists = ['sysUsers:list', 'sysUsers:get', 'sysOnline:list']
let app: TestApp
let stage: RoleStage
let id: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: lists, menus: ['people', 'sys.users', 'security', 'sys.online'] })
  id = await stage.create()
})
const cells = async (role = id) => {
  const { data = [] } = await app.call(elements, { params: { id: role } }, stage.token)
  return new Map(data.flatMap(({ elems }) => elems).map((cell) => [cell.code, cell]))
}
const plant = (role: string, element: string) =>
  app.sql('insert into role_elements values ($1, $2, $3)', [stage.companyId, role, element])

const organization = async (companyId = stage.companyId): Promise<string> => {
  const id = randomUUID()
  await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [companyId, id, id, `/${id}/`])
  return id
}

describe('the elements of a role', () => {
  it('are cells with their state and the reason if locked', async () => {
    const top = await stage.create()
    await stage.grant(top, { elems: stage.elems('sysUsers:list') })
    const descendant = await stage.create({ parent: top })
    await stage.grant(descendant, { elems: stage.elems('sysUsers:get') })
    const seen = await cells(descendant)
    expect(seen.get('sysUsers:list')).toMatchObject({ checked: true, locked: 'inherited' })
    expect(seen.get('sysUsers:get')).toMatchObject({ checked: true, locked: null })
    expect(seen.get('sysRoles:copy')).toMatchObject({ checked: false, locked: null, apis: 1 })
    expect(seen.get('sysBases:edit')).toMatchObject({ checked: false, locked: 'ceiling', risk: 'mid' })
    expect((await stage.grants(descendant)).elems).toEqual(stage.elems('sysUsers:get'))
  })
  it('are replaced; inherited ones are not stored again', async () => {
    const top = await stage.create()
    await stage.grant(top, { elems: stage.elems('sysUsers:list') })
    const descendant = await stage.create({ parent: top })
    const body = async (...codes: string[]) => {
      const { version } = await stage.get(descendant)
      const body = { ids: stage.elems(...codes), version }
      return stage.callAndConfirm(updateElements, { params: { id: descendant }, body })
    }
    expect((await body('sysUsers:list', 'sysUsers:get')).code).toBe(0)
    expect((await stage.grants(descendant)).elems).toEqual(stage.elems('sysUsers:get'))
    expect((await body('sysOnline:list')).code).toBe(0)
    expect((await stage.grants(descendant)).elems).toEqual(stage.elems('sysOnline:list'))
    const stale = await app.call(
      updateElements,
      { params: { id: descendant }, body: { ids: [], version: 1 } },
      stage.token,
    )
    expect(stale).toMatchObject({ code: 409, data: { current: { elems: stage.elems('sysOnline:list') } } })
    const absent = { ids: [randomUUID()], version: (await stage.get(descendant)).version }
    expect((await app.call(updateElements, { params: { id: descendant }, body: absent }, stage.token)).code).toBe(2057)
  })
  it('beyond the caller’s own are neither granted nor revoked, and stay', async () => {
    expect(await stage.grant(id, { elems: stage.elems('sysBases:edit') })).toMatchObject({
      code: 2005,
      errors: [{ field: 'elems' }],
    })
    await plant(id, 'sysBases:edit')
    expect((await stage.grant(id, { elems: [] })).code).toBe(2005)
    expect((await stage.grant(id, { elems: stage.elems('sysBases:edit', 'sysUsers:get') })).code).toBe(0)
  })
  it('are audited by code', async () => {
    await stage.grant(id, { elems: stage.elems('sysUsers:get') })
    const [row] = await app.sql(
      `select before->'elems' as before, after->'elems' as after from audit_log where event = 'role.grantsChanged' and ok and entity_id = $1`,
      [id],
    )
    expect(row).toEqual({ before: [], after: ['sysUsers:get'] })
  })
})

describe('the menus of a role', () => {
  it('include their ancestors and form a tree', async () => {
    const body = { ids: stage.menus('sys.online'), version: 1 }
    expect((await app.call(updateMenus, { params: { id }, body }, stage.token)).code).toBe(0)
    expect((await stage.grants(id)).menus).toEqual(stage.menus('security', 'sys.online'))
    const { data = [] } = await app.call(menus, { params: { id } }, stage.token)
    const group = data.find(({ name }) => name === '登录与安全')
    expect(group).toMatchObject({ checked: true, half: true, locked: null })
    expect(group?.children.find(({ name }) => name === '在线用户')).toMatchObject({ checked: true, half: false })
    expect(group?.children.find(({ name }) => name === '密码策略')).toMatchObject({ locked: 'ceiling' })
  })
  it('beyond the caller’s own or unknown are rejected', async () => {
    const results = (ids: string[]) => app.call(updateMenus, { params: { id }, body: { ids, version: 1 } }, stage.token)
    expect((await results(stage.menus('sys.passwordPolicy'))).code).toBe(2005)
    expect((await results([randomUUID()])).code).toBe(2058)
  })
  it('include the landing page', async () => {
    const [home] = stage.menus('sys.online')
    expect(await stage.grant(id, { home })).toMatchObject({ code: 2063, errors: [{ field: 'home' }] })
    expect((await stage.grant(id, { home, menus: [home] })).code).toBe(0)
    const assignee = await stage.createAssignee(id)
    const landing = async () => (await app.call(sessionContract.grants, {}, await app.signIn(assignee))).data?.home
    expect(await landing()).toBe(home)
    const { version } = await stage.get(id)
    await app.call(updateMenus, { params: { id }, body: { ids: stage.menus('sys.users'), version } }, stage.token)
    expect((await stage.grants(id)).home).toBeNull()
    expect(await landing()).toBeNull()
  })
})

describe('the rows a role shows', () => {
  const narrowTo = (scope: string, orgs: string[] = []) =>
    app.sql('update roles set data_scope = $1, data_org_ids = $2 where id = $3', [scope, orgs, stage.admin.roleId])
  it.each([
    ['company', ['company', 'orgSub', 'org', 'custom', 'self'], ['all']],
    ['orgSub', ['orgSub', 'org', 'self'], ['all', 'company', 'custom']],
    ['org', ['org', 'self'], ['company', 'orgSub', 'custom']],
    ['self', ['self'], ['org', 'custom']],
  ])('is never more than what %s lets the caller see', async (own, within, beyond) => {
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [id])
    await narrowTo(own)
    const dataOrgIds = [await organization()]
    for (const dataScope of within)
      expect([dataScope, (await stage.grant(id, { dataScope, dataOrgIds })).code]).toEqual([dataScope, 0])
    for (const dataScope of beyond) {
      const refused = await stage.grant(id, { dataScope, dataOrgIds })
      expect([dataScope, refused.code, refused.errors?.[0]?.field]).toEqual([dataScope, 2005, 'dataScope'])
    }
  })
  it('are limited to the caller’s own organisations', async () => {
    const [mine, foreign] = [await organization(), await organization()]
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [id])
    await narrowTo('custom', [mine])
    expect((await stage.grant(id, { dataScope: 'custom', dataOrgIds: [mine] })).code).toBe(0)
    expect((await stage.grant(id, { dataScope: 'custom', dataOrgIds: [mine, foreign] })).code).toBe(2005)
  })
  it('name existing organisations of the company', async () => {
    const [there, gone] = [await organization(), await organization()]
    const choosing = (...dataOrgIds: string[]) => stage.grant(id, { dataScope: 'custom', dataOrgIds })
    expect(await choosing()).toMatchObject({ code: 2069, errors: [{ field: 'dataOrgIds' }] })
    expect(await choosing(there, randomUUID())).toMatchObject({ code: 2068, errors: [{ field: 'dataOrgIds' }] })
    expect(await choosing(await organization(await buildCompany(app, `外${randomUUID().slice(0, 8)}`)))).toMatchObject({
      code: 2068,
    })
    expect((await choosing(there, gone)).code).toBe(0)
    await app.sql('delete from orgs where id = $1', [gone])
    expect((await stage.grant(id, { dataScope: 'custom', dataOrgIds: [there, gone], elems: [] })).code).toBe(0)
  })
  it('cannot be changed by callers who see fewer, nor assigned with a role', async () => {
    const [user, org] = [await stage.createAssignee(), randomUUID()]
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2, '部门', '/')`, [stage.companyId, org])
    await app.sql('insert into user_orgs select $1, unnest($2::uuid[]), $3', [
      stage.companyId,
      [user.id, stage.admin.id],
      org,
    ])
    await narrowTo('org')
    expect((await stage.grant(id, { dataScope: 'self' })).code).toBe(2005)
    expect((await stage.grant(id, { elems: stage.elems('sysUsers:get') })).code).toBe(2005)
    expect((await stage.members(id, { add: [user.id] })).code).toBe(2005)
    // A new role shows no more than its creator sees, and by default as little as possible.
    const made = (body: object) =>
      app.call(rolesContract.create, { body: { name: randomUUID().slice(0, 20), ...body } }, stage.token)
    expect(await made({ dataScope: 'orgSub' })).toMatchObject({ code: 2005, errors: [{ field: 'dataScope' }] })
    for (const [body, shown] of [
      [{ dataScope: 'org' }, 'org'],
      [{}, 'self'],
    ] as const)
      expect((await stage.get((await made(body)).data?.id ?? '')).dataScope).toBe(shown)
  })
  it('drops organisations where the scope does not use them', async () => {
    await stage.grant(id, { dataScope: 'org', dataOrgIds: [randomUUID()] })
    expect((await stage.grants(id)).dataOrgIds).toEqual([])
  })
})

describe('rule rows', () => {
  const rule = (condition: object) => ({ rules: [{ resource: 'users', match: 'and', conditions: [condition] }] })
  it.each([
    { field: 'account', op: 'startsWith', value: 'hr_' },
    { field: 'account', op: 'eq', var: 'me.account' },
    { field: 'sex', op: 'in', value: [1, 2] },
    { field: 'expireTime', op: 'lt', var: 'now' },
    { field: 'createTime', op: 'gte', value: '2026-01-01T00:00:00Z' },
  ])('are kept: %o', async (condition) => {
    expect((await stage.grant(id, rule(condition))).code).toBe(0)
    expect((await stage.grants(id)).rules[0]?.conditions).toEqual([condition])
  })
  it.each([
    [{ field: 'account', op: 'gt', value: 'a' }, '“账号”不支持这种比较方式'],
    [{ field: 'account', op: 'in', value: 'a' }, '请填写“账号”要比较的值'],
    [{ field: 'account', op: 'eq', value: 1 }, '“账号”的值不正确'],
    [{ field: 'account', op: 'eq', var: 'now' }, '“账号”不能与该变量比较'],
    [{ field: 'sex', op: 'eq', value: ['1'] }, '请填写“性别”要比较的值'],
    [{ field: 'createTime', op: 'lt', value: '昨天' }, '“创建时间”的值不正确'],
  ])('that make no sense are refused: %o', async (condition, msg) => {
    const answer = await stage.grant(id, rule(condition))
    expect(answer).toMatchObject({ code: 2062, msg, errors: [{ field: 'rules.0.conditions.0', msg }] })
  })
  it('compare custom fields of users, by their kind, and none that the company does not have', async () => {
    await app.sql(
      `insert into custom_fields (company_id, id, entity, key, name, kind, created_by, updated_by)
       select $1, gen_random_uuid(), 'user', 'c_rule' || kind, '规则字段', kind, '{}', '{}' from unnest(array['number', 'date']) kind`,
      [stage.companyId],
    )
    const kept = { field: 'custom.c_rulenumber', op: 'gte', value: 7 }
    expect((await stage.grant(id, rule(kept))).code).toBe(0)
    expect((await stage.grants(id)).rules[0]?.conditions).toEqual([kept])
    for (const wrong of [
      { ...kept, value: '7' },
      { field: 'custom.c_ruledate', op: 'lt', value: '昨天' },
      { field: 'custom.c_none', op: 'eq', value: 'x' },
    ])
      expect((await stage.grant(id, rule(wrong))).code, wrong.field).toBe(2062)
    for (const field of ['custom.__proto__', "custom.c'||'x", 'custom.'])
      expect((await stage.grant(id, rule({ ...kept, field }))).code, field).toBe(400)
  })
  it('on unknown fields are rejected at the form', async () => {
    expect((await stage.grant(id, rule({ field: 'passwordHash', op: 'eq', value: 'a' }))).code).toBe(400)
  })
})

describe('the assignable roles', () => {
  it('exist, and are limited to those the caller may assign', async () => {
    const [one, other] = [await stage.create(), await stage.create()]
    expect(await stage.grant(id, { assignable: [randomUUID()] })).toMatchObject({ code: 2059 })
    await app.sql('insert into role_assignable values ($1, $2, $3)', [stage.companyId, stage.admin.roleId, one])
    for (const assignable of [[other], [one, other]])
      expect(await stage.grant(id, { assignable })).toMatchObject({ code: 2005, errors: [{ field: 'assignable' }] })
    expect((await stage.grant(id, { assignable: [one] })).code).toBe(0)
    expect((await stage.grant(id, { assignable: [] })).code).toBe(2005)
  })
})

it('a menu lists its required elements', async () => {
  const id = await stage.create()
  const { data = [] } = await app.call(menus, { params: { id } }, stage.token)
  const [people] = data
  const needs = new Map(people?.children.map((menu) => [menu.name, menu.needs]))
  expect([people?.needs, needs.get('用户管理')]).toEqual([[], stage.elems('sysUsers:list')])
})
