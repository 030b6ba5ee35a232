import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildUser } from '../../../../../test/factories.ts'

setUpUsers()

import {
  add,
  admin,
  app,
  assign,
  companyId,
  createRole,
  eventually,
  inSeconds,
  newPhone,
  readUser,
  setUpUsers,
  token,
  updateUser,
} from '../../../../../test/users-stage.ts'

const { reset } = usersContract
const { remove, lock } = userStatusContract
const { roles, offeredRoles, assignRoles, effective } = userRolesContract
const { sessions, endSession } = usersContract
const { loginInfo, grants } = sessionContract

describe('role assignments', () => {
  it('can be granted and revoked only by users who hold all their rights, on the current version', async () => {
    const { id } = await add()
    const strong = await createRole(['sysBases:edit'])
    const weak = await createRole(['sysUsers:list'])
    expect(await assign(id, [{ roleId: strong }])).toMatchObject({ code: 2005, msg: '超出可授予范围' })
    expect((await assign(id, [{ roleId: weak, reason: '值班' }])).code).toBe(0)
    const { data } = await app.call(roles, { params: { id } }, token)
    expect(data?.assigned).toMatchObject([{ roleId: weak, reason: '值班', grantBy: { id: admin.id }, inForce: true }])
    const offered = await app.call(offeredRoles, { params: { id: strong }, query: {} }, token)
    expect(offered.data?.[0]).toMatchObject({ value: strong, extra: { grantable: false } })
    const [{ label = '' } = {}, ...others] = (await app.call(offeredRoles, { params: { id: weak } }, token)).data ?? []
    expect(others.length).toBeGreaterThan(1)
    const named = { params: { id: '0' }, query: { keyword: label } }
    expect((await app.call(offeredRoles, named, token)).data).toMatchObject([{ value: weak, label }])
    const body = { roles: [], version: (data?.version ?? 0) - 1 }
    expect((await app.call(assignRoles, { params: { id }, body }, token)).code).toBe(409)
    expect((await assign(id, [{ roleId: weak }], 'remove')).code).toBe(0)
    expect((await readUser(id)).roles).toEqual([])
  })
  it('with all permissions can be granted only by users who hold them', async () => {
    const roleId = await createRole([])
    await app.sql('update roles set everything = true where id = $1', [roleId])
    const { id } = await add()
    expect((await assign(id, [{ roleId }])).code).toBe(2005)
  })
  it('take and lose effect in active sessions', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const roleId = await createRole(['sysUsers:list'])
    const currentRights = async () => (await app.call(grants, {}, session)).data?.modules.sysUsers ?? []
    expect(await currentRights()).toEqual([])
    const assigned = await assign(user.id, [{ roleId, startTime: inSeconds(1), expireTime: inSeconds(3) }])
    expect(assigned.code).toBe(0)
    expect(await currentRights()).toEqual([])
    await eventually(async () => expect(await currentRights()).toEqual(['list']))
    await eventually(async () => expect(await currentRights()).toEqual([]))
    expect((await readUser(user.id)).roles).toEqual([])
  })
  it('cannot end before they start or in the past', async () => {
    const { id } = await add()
    const roleId = await createRole([])
    const reversed = [{ roleId, startTime: inSeconds(200), expireTime: inSeconds(100) }]
    expect(await assign(id, reversed)).toMatchObject({ code: 2014, errors: [{ field: 'roles.0.expireTime' }] })
    expect((await assign(id, [{ roleId, expireTime: inSeconds(-100) }])).code).toBe(2015)
  })
  it('report the source of each right', async () => {
    const { id } = await add()
    const [first, second] = [await createRole(['sysUsers:list']), await createRole(['sysUsers:list', 'sysUsers:get'])]
    await assign(id, [{ roleId: first }, { roleId: second }])
    const { data } = await app.call(effective, { params: { id } }, token)
    const via = (operation: string) => data?.modules.sysUsers?.find((each) => each.operation === operation)?.via ?? []
    expect(data?.everything).toBe(false)
    expect(data?.names).toEqual({ sysUsers: '用户' })
    expect(data?.modules.sysUsers?.map(({ name }) => name)).toEqual(['查看详情', '查看列表'])
    expect(via('list')).toHaveLength(2)
    expect(via('get').map((role) => role.id)).toEqual([second])
  })
  it('name the pages that they open, with the roles that hold the menu', async () => {
    const { id } = await add()
    const [opens, lacksMenu] = [
      await createRole(['sysUsers:list']),
      await createRole(['sysUsers:list', 'sysUsers:get']),
    ]
    await app.sql(
      `insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code in ('people', 'sys.users')`,
      [companyId, opens],
    )
    const pagesWith = async (...roleIds: string[]) => {
      await app.sql('delete from user_roles where user_id = $1', [id])
      await app.sql('insert into user_roles (company_id, user_id, role_id) select $1, $2, unnest($3::uuid[])', [
        companyId,
        id,
        roleIds,
      ])
      return (await app.call(effective, { params: { id } }, token)).data?.pages
    }
    const page = { name: '用户管理', above: ['组织与成员'], needs: ['sysUsers:list'] }
    expect(await pagesWith(opens, lacksMenu)).toMatchObject([{ ...page, via: [opens] }])
    expect(await pagesWith(lacksMenu)).toMatchObject([{ ...page, via: [] }])
    expect(await pagesWith(await createRole(['sysUsers:get']))).toEqual([])
  })
  it('report visible rows, per role and combined, naming the first twenty organisations', async () => {
    const { id } = await add()
    const createScopedRole = async (scope: string, orgIds: string[] = [], rules: object[] = []) => {
      const roleId = await createRole([])
      await app.sql('update roles set data_scope = $2, data_org_ids = $3, rules = $4 where id = $1', [
        roleId,
        scope,
        orgIds,
        JSON.stringify(rules),
      ])
      return roleId
    }
    const organization = async (name: string, above = '/') => {
      const orgId = randomUUID()
      const orgPath = `${above}${orgId}/`
      await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
        companyId,
        orgId,
        name,
        orgPath,
      ])
      return { id: orgId, path: orgPath }
    }
    const visibleRowsWith = async (...roleIds: string[]) => {
      await assign(
        id,
        roleIds.map((roleId) => ({ roleId })),
      )
      const rows = (await app.call(effective, { params: { id } }, token)).data?.rows
      if (!rows) throw new Error('nothing is said')
      return { ...rows, names: rows.organizations.map(({ name, below }) => [name, below]) }
    }
    const [head, chosen] = [await organization('甲部'), await createScopedRole('custom', [])]
    const [within, aside] = [await organization('乙组', head.path), await organization('丙部')]
    await app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, id, head.id])
    await app.sql('update roles set data_org_ids = $2 where id = $1', [chosen, [within.id, aside.id, randomUUID()]])
    const [own, below] = [await createScopedRole('self'), await createScopedRole('orgSub')]
    expect(await visibleRowsWith(own)).toMatchObject({ everybody: 'none', organizations: [], organizationCount: 0 })

    // Organisations within a wider one are not named again; deleted ones are not named.
    const both = await visibleRowsWith(below, chosen)
    expect(both.names.sort()).toEqual([
      ['丙部', false],
      ['甲部', true],
    ])
    const by = new Map(both.roles.map((role) => [role.id, role]))
    expect(by.get(below)).toMatchObject({ dataScope: 'orgSub', organizations: [{ name: '甲部' }], org: null })
    expect(
      by
        .get(chosen)
        ?.organizations.map(({ name }) => name)
        .sort(),
    ).toEqual(['丙部', '乙组'])

    const rule = { resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', value: 'a' }] }
    const filtered = await createScopedRole('company', [], [rule])
    expect(await visibleRowsWith(filtered)).toMatchObject({ everybody: 'filtered', roles: [{ rules: 1 }] })
    expect(await visibleRowsWith(filtered, await createScopedRole('all'), below)).toMatchObject({
      everybody: 'all',
      organizationCount: 0,
    })

    const many = await Promise.all(Array.from({ length: 25 }, (_, n) => organization(`组${n}`)))
    const wide = await createScopedRole(
      'custom',
      many.map((each) => each.id),
    )
    const named = await visibleRowsWith(wide)
    expect([named.organizations.length, named.organizationCount]).toEqual([20, 25])
  })
})

describe('a user with more permissions', () => {
  it('cannot be reset, changed, locked, deleted, stripped or signed out by a weaker user', async () => {
    const strong = await buildUser(app, { companyId, permissions: ['sysBases:edit'] })
    const session = await app.signIn(strong)
    const params = { id: strong.id }
    const sid = (await app.call(sessions, { params }, token)).data?.[0]?.id ?? ''
    const answers = [
      await app.call(reset, { params, body: {} }, token),
      await updateUser(strong.id, { phone: newPhone() }),
      await app.call(lock, { params, body: { reason: '试' } }, token),
      await app.call(remove, { params }, token),
      await assign(strong.id, []),
      await app.call(endSession, { params: { id: strong.id, sid } }, token),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 2005))
    expect((await app.call(loginInfo, {}, session)).code).toBe(0)
  })
})
