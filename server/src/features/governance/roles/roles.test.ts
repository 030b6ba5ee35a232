import { randomUUID } from 'node:crypto'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage, getImpact, type RoleStage, roleRights } from '../../../../test/role-stage.ts'

const { list, get, create, update, remove, lock, unlock, copy, compare } = rolesContract
let app: TestApp
let root: string
let stage: RoleStage
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit'] })
})
const rows = async (query: object) => (await app.call(list, { query }, stage.token)).data ?? []
const buildAdmin = async (companyId: string) => {
  const user = await buildUser(app, { companyId, permissions: roleRights })
  await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [user.roleId])
  return user.roleId
}

describe('a role', () => {
  it('is created with a generated code, found, changed and deleted', async () => {
    const id = await stage.create({ name: '值班员', desc: '夜间' })
    const row = await stage.get(id)
    expect(row).toMatchObject({ type: 'custom', status: 1, users: 0, everything: false, mine: false, version: 1 })
    expect(row.code).toMatch(/^role-[0-9a-f]{12}$/)
    expect((await rows({ search: '夜' })).map((each) => each.id)).toEqual([id])
    expect(await rows({ search: '_' })).toEqual([])
    expect((await stage.edit(id, { name: '夜班', code: 'night-shift' })).code).toBe(0)
    expect(await stage.get(id)).toMatchObject({ name: '夜班', code: 'night-shift', desc: '夜间', version: 2 })
    const stale = await stage.edit(id, { version: 1 })
    expect(stale).toMatchObject({ code: 409, data: { current: { id, version: 2 } } })
    expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(0)
    expect((await app.call(get, { params: { id } }, stage.token)).code).toBe(404)
    const listEvents = await app.sql(`select event from audit_log where entity_id = $1 and ok order by seq`, [id])
    expect(listEvents.map(({ event }) => event)).toEqual(['role.created', 'role.updated', 'role.removed'])
  })
  it('has a name and code unique within the company', async () => {
    await stage.create({ name: '甲', code: 'first' })
    const tried = async (body: { name: string; code?: string }) => app.call(create, { body }, stage.token)
    expect(await tried({ name: '甲' })).toMatchObject({ code: 2051, errors: [{ field: 'name' }] })
    expect(await tried({ name: '乙', code: 'first' })).toMatchObject({ code: 2050, errors: [{ field: 'code' }] })
    const other = await stage.create({ name: '丙' })
    expect(await stage.edit(other, { name: '甲' })).toMatchObject({ code: 2051 })
    expect(await (await createRoleStage(app)).create({ name: '甲', code: 'first' })).toBeTruthy()
  })
  it('is filtered by type, status and data scope', async () => {
    const template = await stage.create({ type: 'template' })
    const locked = await stage.create()
    await stage.callAndConfirm(lock, { params: { id: locked } })
    const narrow = await stage.create()
    await stage.grant(narrow, { dataScope: 'self' })
    const ids = async (query: object) => (await rows(query)).map(({ id }) => id)
    expect(await ids({ 'f.type': 'template' })).toEqual([template])
    expect(await ids({ 'f.status': '0' })).toEqual([locked])
    expect(await ids({ 'f.dataScope': 'self' })).toEqual([narrow])
    expect(await ids({ sort: '-createTime', size: 1 })).toEqual([narrow])
  })
  it('is unknown to other companies', async () => {
    const foreign = await (await createRoleStage(app)).create()
    for (const id of [foreign, randomUUID()]) {
      expect((await app.call(get, { params: { id } }, stage.token)).code).toBe(404)
      expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(404)
      expect((await app.call(lock, { params: { id } }, stage.token)).code).toBe(404)
      expect((await app.call(copy, { params: { id }, body: { name: '拷', code: '' } }, stage.token)).code).toBe(404)
      expect((await app.call(roleGrantsContract.grants, { params: { id } }, stage.token)).code).toBe(404)
      expect(await stage.members(id, { add: [stage.admin.id] })).toMatchObject({ code: 404 })
      const parent = await app.call(create, { body: { name: '子', parent: id } }, stage.token)
      expect(parent).toMatchObject({ code: 2055, errors: [{ field: 'parent' }] })
    }
  })
  it('cannot be changed if builtin', async () => {
    const id = await buildAdmin(stage.companyId)
    expect((await stage.edit(id, { name: '改' })).code).toBe(2006)
    expect((await app.call(lock, { params: { id } }, stage.token)).code).toBe(2006)
    expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(2006)
    expect((await stage.grant(id, { elems: [] })).code).toBe(2006)
  })
  it('cannot be changed by its assignees or those of its descendants', async () => {
    const own = stage.admin.roleId
    expect(await stage.get(own)).toMatchObject({ mine: true })
    const top = await stage.create()
    await app.sql('update roles set parent_id = $1 where id = $2', [top, own])
    for (const id of [own, top]) {
      expect((await stage.edit(id, { desc: '改' })).code).toBe(2052)
      expect((await app.call(lock, { params: { id } }, stage.token)).code).toBe(2052)
      expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(2052)
      expect((await stage.grant(id, { dataScope: 'self' })).code).toBe(2052)
      const body = { ids: [], version: 1 }
      expect((await app.call(roleGrantsContract.updateMenus, { params: { id }, body }, stage.token)).code).toBe(2052)
      expect((await app.call(roleGrantsContract.updateElements, { params: { id }, body }, stage.token)).code).toBe(2052)
    }
  })
  it('cannot be deleted while assigned or inherited from', async () => {
    const id = await stage.create()
    const descendant = await stage.create({ parent: id })
    expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(2053)
    const user = await stage.createAssignee(descendant)
    expect((await app.call(remove, { params: { id: descendant } }, stage.token)).code).toBe(2007)
    await stage.members(descendant, { remove: [user.id] })
    for (const each of [descendant, id])
      expect((await app.call(remove, { params: { id: each } }, stage.token)).code).toBe(0)
  })
  it('cannot be deleted if a limit of assignable roles would vanish', async () => {
    const [limited, only] = [await stage.create(), await stage.create()]
    await stage.grant(limited, { assignable: [only] })
    expect((await app.call(remove, { params: { id: only } }, stage.token)).code).toBe(2065)
    await stage.grant(limited, { assignable: [only, limited] })
    expect((await app.call(remove, { params: { id: only } }, stage.token)).code).toBe(0)
    expect((await stage.grants(limited)).assignable).toEqual([limited])
  })
})

describe('inheritance', () => {
  const buildChain = async () => {
    const top = await stage.create()
    await stage.grant(top, { elems: stage.elems('sysUsers:list') })
    const middle = await stage.create({ parent: top })
    await stage.grant(middle, { elems: stage.elems('sysUsers:get') })
    return { top, middle, bottom: await stage.create({ parent: middle }) }
  }
  it('grants the ancestors’ elements and tells their source', async () => {
    const { top, middle, bottom } = await buildChain()
    const user = await stage.createAssignee(bottom)
    expect(await stage.rights(user)).toEqual(['sysUsers:get', 'sysUsers:list'])
    const { data } = await app.call(userRolesContract.effective, { params: { id: user.id } }, stage.token)
    const ways = Object.fromEntries((data?.modules.sysUsers ?? []).map(({ operation, via }) => [operation, via]))
    expect(ways.list).toMatchObject([{ id: bottom, from: { id: top } }])
    expect(ways.get).toMatchObject([{ id: bottom, from: { id: middle } }])
    const directUser = await stage.createAssignee(middle)
    const own = await app.call(userRolesContract.effective, { params: { id: directUser.id } }, stage.token)
    const direct = own.data?.modules.sysUsers?.find(({ operation }) => operation === 'get')
    expect(direct?.via).toMatchObject([{ id: middle, from: null }])
  })
  it('grants menus too', async () => {
    stage = await createRoleStage(app, { menus: ['people', 'sys.users'] })
    const top = await stage.create()
    await stage.grant(top, { menus: stage.menus('sys.users') })
    const user = await stage.createAssignee(await stage.create({ parent: top }))
    const { data } = await app.call(sessionContract.menus, {}, await app.signIn(user))
    expect(data).toMatchObject([{ name: '组织与成员', children: [{ name: '用户管理' }] }])
  })
  it('stops at a locked role, which cuts off its ancestors', async () => {
    const { top, middle, bottom } = await buildChain()
    const user = await stage.createAssignee(bottom)
    expect((await stage.callAndConfirm(lock, { params: { id: middle } })).code).toBe(0)
    expect(await stage.rights(user)).toEqual([])
    expect((await app.call(lock, { params: { id: middle } }, stage.token)).code).toBe(2061)
    expect((await stage.callAndConfirm(unlock, { params: { id: middle } })).code).toBe(0)
    expect((await app.call(unlock, { params: { id: middle } }, stage.token)).code).toBe(2064)
    expect((await stage.callAndConfirm(lock, { params: { id: top } })).code).toBe(0)
    expect(await stage.rights(user)).toEqual(['sysUsers:get'])
    expect((await stage.callAndConfirm(lock, { params: { id: bottom } })).code).toBe(0)
    expect(await stage.rights(user)).toEqual([])
    const info = await app.call(sessionContract.loginInfo, {}, await app.signIn(user))
    expect(info.data?.roles).toEqual([])
  })
  it('takes effect at once for signed-in users', async () => {
    const { top, bottom } = await buildChain()
    const user = await stage.createAssignee(bottom)
    const token = await app.signIn(user)
    expect((await app.call(usersContract.list, { query: {} }, token)).code).toBe(0)
    await stage.callAndConfirm(lock, { params: { id: top } })
    expect((await app.call(usersContract.list, { query: {} }, token)).code).toBe(403)
  })
  it('rejects cycles and more than five levels', async () => {
    const { top, middle, bottom } = await buildChain()
    expect(await stage.edit(top, { parent: bottom })).toMatchObject({ code: 2008, errors: [{ field: 'parent' }] })
    expect((await stage.edit(middle, { parent: middle })).code).toBe(2008)
    const fourth = await stage.create({ parent: bottom })
    const fifth = await stage.create({ parent: fourth })
    const sixth = await app.call(create, { body: { name: '第六', parent: fifth } }, stage.token)
    expect(sixth).toMatchObject({ code: 2054, errors: [{ field: 'parent' }] })
    // Descendants move along.
    expect((await stage.edit(top, { parent: await stage.create() })).code).toBe(2054)
  })
  it('admits one of two crossing changes', async () => {
    const [a, b] = [await stage.create(), await stage.create()]
    const codes = await Promise.all([stage.edit(a, { parent: b }), stage.edit(b, { parent: a })])
    expect(codes.map(({ code }) => code).sort()).toEqual([0, 2008])
  })
  it('requires the inherited rights for setting and removing a parent', async () => {
    const strong = await stage.create({}, stage.token)
    await app.sql(`insert into role_elements values ($1, $2, 'sysBases:edit')`, [stage.companyId, strong])
    const tried = await app.call(create, { body: { name: '借力', parent: strong } }, stage.token)
    expect(tried).toMatchObject({ code: 2005, errors: [{ field: 'parent' }] })
    const descendant = await stage.create()
    expect((await stage.edit(descendant, { parent: strong })).code).toBe(2005)
    await app.sql('update roles set parent_id = $1 where id = $2', [strong, descendant])
    expect((await stage.edit(descendant, { parent: null })).code).toBe(2005)
    // Locked rights count as well.
    await app.sql('update roles set status = 0 where id = $1', [strong])
    expect((await stage.edit(await stage.create(), { parent: strong })).code).toBe(2005)
    for (const id of [strong, descendant])
      expect((await app.call(remove, { params: { id } }, stage.token)).code).toBe(2005)
    expect((await app.call(unlock, { params: { id: strong } }, stage.token)).code).toBe(2005)
    expect((await app.call(lock, { params: { id: descendant } }, stage.token)).code).toBe(2005)
  })
})

describe('a template', () => {
  it('cannot be assigned in any way', async () => {
    const id = await stage.create({ type: 'template' })
    const user = await stage.createAssignee()
    expect((await stage.members(id, { add: [user.id] })).code).toBe(2056)
    const companyAdmin = await buildUser(app, {
      companyId: stage.companyId,
      permissions: ['sysUsers:get', 'sysUsers:roles'],
    })
    const token = await app.signIn(companyAdmin)
    const { data } = await app.call(usersContract.get, { params: { id: user.id } }, token)
    const body = { roles: [{ roleId: id }], version: data?.version ?? 0 }
    expect((await app.call(userRolesContract.assignRoles, { params: { id: user.id }, body }, token)).code).toBe(2056)
    const offered = await app.call(userRolesContract.offeredRoles, { params: { id }, query: {} }, token)
    expect(offered.data?.map(({ value }) => value)).not.toContain(id)
    expect((await stage.edit(id, { type: 'custom' })).code).toBe(0)
    expect((await stage.members(id, { add: [user.id] })).code).toBe(0)
    expect(await stage.edit(id, { type: 'template' })).toMatchObject({ code: 2007, errors: [{ field: 'type' }] })
  })
})

describe('copying', () => {
  it('takes over all grants as a custom role', async () => {
    const parent = await stage.create()
    const id = await stage.create({ type: 'template', parent })
    const granted = { elems: stage.elems('sysUsers:list'), dataScope: 'org', assignable: [parent] }
    await stage.grant(id, granted)
    const { data } = await app.call(copy, { params: { id }, body: { name: '拷贝', code: '' } }, stage.token)
    expect(await stage.grants(data?.id ?? '')).toMatchObject(granted)
    expect(await stage.get(data?.id ?? '')).toMatchObject({ type: 'custom', parent, name: '拷贝', users: 0 })
  })
  it('is rejected for rights the caller lacks', async () => {
    const id = await stage.create()
    await app.sql(`insert into role_elements values ($1, $2, 'sysBases:edit')`, [stage.companyId, id])
    expect((await app.call(copy, { params: { id }, body: { name: '拷', code: '' } }, stage.token)).code).toBe(2005)
  })
  it('of a role that grants everything grants all current elements and menus', async () => {
    const all = (await app.call(list, { query: {} }, root)).data ?? []
    const id = all.find(({ everything }) => everything)?.id ?? ''
    const { data } = await app.call(copy, { params: { id }, body: { name: '总管', code: '' } }, root)
    const made = await stage.get(data?.id ?? '', root)
    expect(made).toMatchObject({ everything: false, type: 'custom' })
    const [count] = await app.sql('select count(*)::int as count from elements')
    expect((await stage.grants(made.id, root)).elems).toHaveLength(Number(count?.count))
  })
})

it('two roles are compared by effective rights', async () => {
  const top = await stage.create()
  await stage.grant(top, { elems: stage.elems('sysUsers:list') })
  const [a, b] = [await stage.create({ parent: top }), await stage.create()]
  await stage.grant(b, { elems: stage.elems('sysUsers:list', 'sysUsers:get') })
  const { data } = await app.call(compare, { query: { a, b } }, stage.token)
  expect(data?.elems.map((each) => [each.code, each.a, each.b])).toEqual([
    ['sysUsers:get', false, true],
    ['sysUsers:list', true, true],
  ])
  expect((await app.call(compare, { query: { a, b: randomUUID() } }, stage.token)).code).toBe(404)
})

it('a new parent is confirmed before it is set', async () => {
  const top = await stage.create()
  await stage.grant(top, { elems: stage.elems('sysUsers:list') })
  const id = await stage.create()
  const user = await stage.createAssignee(id)
  const { name, version } = await stage.get(id)
  const body = { name, version, parent: top }
  const first = await app.call(update, { params: { id }, body }, stage.token)
  expect(getImpact(first).impact).toMatchObject({ affectedUsers: 1, gainingUsers: 1, losingUsers: 0 })
  expect(getImpact(first).impact.gain).toMatchObject([{ userId: user.id, elems: ['sysUsers:list'] }])
  expect((await stage.get(id)).parent).toBeNull()
  expect((await stage.edit(id, { parent: top })).code).toBe(0)
  expect(await stage.rights(user)).toEqual(['sysUsers:list'])
})
