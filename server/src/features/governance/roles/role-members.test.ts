import { randomUUID } from 'node:crypto'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage, getImpact, type RoleStage } from '../../../../test/role-stage.ts'

const { members, changeMembers } = roleMembersContract
const { lock } = rolesContract
let app: TestApp
let stage: RoleStage
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: ['sysUsers:list', 'sysUsers:get', 'sysUsers:roles'] })
})
const assignees = async (id: string, query: object = {}) =>
  (await app.call(members, { params: { id }, query }, stage.token)).data ?? []

describe('members', () => {
  it('include assignees of descendants, with their role', async () => {
    const top = await stage.create({ name: '上' })
    const descendant = await stage.create({ name: '下', parent: top })
    const [direct, inherited, both] = [
      await stage.createAssignee(top),
      await stage.createAssignee(descendant),
      await stage.createAssignee(descendant, top),
    ]
    await app.sql(`update user_roles set expires_at = now() - interval '1 day' where user_id = $1`, [direct.id])
    const shown = await assignees(top, { effective: '1' })
    const row = (user: { id: string }) => shown.find(({ id }) => id === user.id)
    expect(shown).toHaveLength(3)
    expect(row(direct)).toMatchObject({ via: 'direct', viaRole: '上', inForce: false })
    expect(row(inherited)).toMatchObject({ via: 'inherited', viaRole: '下', inForce: true, status: 1 })
    expect(row(both)).toMatchObject({ via: 'direct' })
    expect((await assignees(top)).map(({ id }) => id).sort()).toEqual([direct.id, both.id].sort())
    expect((await assignees(top, { effective: '1', search: inherited.account })).map(({ id }) => id)).toEqual([
      inherited.id,
    ])
    expect((await assignees(top, { sort: '-account', size: 1, effective: '1' }))[0]?.account).toBe(
      shown
        .map(({ account }) => account)
        .sort()
        .at(-1),
    )
    await app.sql('update users set deleted_at = now() where id = $1', [both.id])
    expect(await assignees(top)).toHaveLength(1)
    expect((await stage.get(top)).users).toBe(1)
  })
  it('show start, end and organisation scope of each assignment', async () => {
    const [top, org] = [await stage.create({ dataScope: 'org' }), randomUUID()]
    const descendant = await stage.create({ name: '下', parent: top, dataScope: 'org' })
    await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
      stage.companyId,
      org,
      '华东',
      `/${org}/`,
    ])
    const [given, inherited, plain] = [
      await stage.createAssignee(top),
      await stage.createAssignee(descendant),
      await stage.createAssignee(top),
    ]
    const [startTime, expireTime] = ['2020-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z']
    await app.sql(
      'update user_roles set scope_org_id = $2, start_at = $3, expires_at = $4 where user_id = any($1::uuid[])',
      [[given.id, inherited.id], org, startTime, expireTime],
    )
    const shown = await assignees(top, { effective: '1' })
    const row = (user: { id: string }) => shown.find(({ id }) => id === user.id)
    const term = { anchor: { id: org, name: '华东' }, startTime, expireTime }
    expect(row(given)).toMatchObject({ via: 'direct', ...term })
    expect(row(inherited)).toMatchObject({ via: 'inherited', viaRole: '下', ...term })
    expect(row(plain)).toMatchObject({ anchor: null, startTime: null, expireTime: null })
    // As in the user's own drawer.
    const { data } = await app.call(userRolesContract.roles, { params: { id: given.id } }, stage.token)
    expect(data?.assigned).toMatchObject([term])
  })
  it('are limited to the caller’s row scope', async () => {
    const id = await stage.create()
    const unseen = await stage.createAssignee(id)
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [stage.admin.roleId])
    const token = await app.signIn(stage.admin)
    expect((await app.call(members, { params: { id }, query: {} }, token)).data).toEqual([])
    const change = await app.call(changeMembers, { params: { id }, body: { remove: [unseen.id] } }, token)
    expect(change.code).toBe(2060)
  })
  it('are empty for another company’s role as for an unknown one', async () => {
    const other = await createRoleStage(app)
    const foreign = await other.create()
    await other.createAssignee(foreign)
    for (const id of [foreign, randomUUID()])
      expect(await app.call(members, { params: { id }, query: {} }, stage.token)).toMatchObject({ code: 0, total: 0 })
  })
  it('are added and removed; an existing assignment stays as it is', async () => {
    const id = await stage.create()
    await stage.grant(id, { elems: stage.elems('sysUsers:list') })
    const [one, two] = [await stage.createAssignee(), await stage.createAssignee(id)]
    await app.sql(`update user_roles set expires_at = now() + interval '1 day' where user_id = $1`, [two.id])
    expect((await stage.members(id, { add: [one.id, two.id] })).code).toBe(0)
    expect(await stage.rights(one)).toEqual(['sysUsers:list'])
    expect((await assignees(id)).find((row) => row.id === two.id)?.expireTime).not.toBeNull()
    await app.sql(`update user_roles set expires_at = now() - interval '1 day' where user_id = $1`, [two.id])
    expect((await stage.members(id, { add: [two.id], remove: [one.id] })).code).toBe(0)
    expect(await assignees(id)).toMatchObject([{ id: two.id, expireTime: null, inForce: true }])
    expect(await stage.rights(one)).toEqual([])
    const [logged] = await app.sql(
      `select before->'members' as before, after->'members' as after from audit_log
       where event = 'role.membersChanged' and entity_id = $1 order by seq desc limit 1`,
      [id],
    )
    expect(logged).toEqual({ before: [one.account], after: [two.account] })
  })
  it('confirm gains and losses, as the same change at the user does', async () => {
    const [id, other] = [await stage.create(), await stage.create()]
    await stage.grant(id, { elems: stage.elems('sysUsers:list', 'sysUsers:get') })
    await stage.grant(other, { elems: stage.elems('sysUsers:list') })
    const [comes, holdsSome, goes, keeps] = [
      await stage.createAssignee(),
      await stage.createAssignee(other),
      await stage.createAssignee(id),
      await stage.createAssignee(id),
    ]
    const body = { add: [comes.id, holdsSome.id, keeps.id], remove: [goes.id] }
    const asked = await app.call(changeMembers, { params: { id }, body }, stage.token)
    const { impact, confirmToken } = getImpact(asked)
    expect(impact).toMatchObject({ affectedUsers: 4, gainingUsers: 2, losingUsers: 1, heirs: [], rows: null })
    expect(impact.gain.map(({ account }) => account).sort()).toEqual([comes.account, holdsSome.account].sort())
    expect(impact.gain.find(({ userId }) => userId === holdsSome.id)?.elems).toEqual(['sysUsers:get'])
    expect(impact.lose.map(({ account }) => account)).toEqual([goes.account])
    expect(impact.gained.map(({ code, users }) => [code, users])).toEqual([
      ['sysUsers:get', 2],
      ['sysUsers:list', 1],
    ])
    expect((await assignees(id)).map((row) => row.id).sort()).toEqual([goes.id, keeps.id].sort())
    const sent = { [Header.confirm]: confirmToken }
    expect((await app.call(changeMembers, { params: { id }, body }, stage.token, sent)).code).toBe(0)
    expect((await assignees(id)).map((row) => row.id).sort()).toEqual([comes.id, holdsSome.id, keeps.id].sort())
  })
  it('are users of the company, neither deleted nor the caller', async () => {
    const id = await stage.create()
    const foreign = (await createRoleStage(app)).admin.id
    const binned = await stage.createAssignee()
    await app.sql('update users set deleted_at = now() where id = $1', [binned.id])
    for (const user of [foreign, randomUUID(), binned.id])
      expect((await stage.members(id, { add: [user] })).code).toBe(2060)
    expect((await stage.members(id, { add: [stage.admin.id] })).code).toBe(2004)
    expect((await stage.members(stage.admin.roleId, { remove: [stage.admin.id] })).code).toBe(2004)
  })
  it('cannot be changed if they hold rights beyond the caller’s, before or after', async () => {
    const strong = await stage.create()
    await app.sql(`insert into role_elements values ($1, $2, 'sysBases:edit')`, [stage.companyId, strong])
    const descendant = await stage.create()
    await app.sql('update roles set parent_id = $1 where id = $2', [strong, descendant])
    const [weak, stronger] = [await stage.createAssignee(), await stage.createAssignee(descendant)]
    for (const role of [strong, descendant]) {
      expect((await stage.members(role, { add: [weak.id] })).code).toBe(2005)
      expect((await stage.members(role, { remove: [weak.id] })).code).toBe(2005)
    }
    expect(await stage.members(await stage.create(), { add: [stronger.id] })).toMatchObject({
      code: 2005,
      msg: '对方拥有您没有的权限，不能操作',
    })
    // A lock withholds their rights, but they still count.
    await app.sql('update roles set status = 0 where id = $1', [strong])
    expect((await stage.members(await stage.create(), { add: [stronger.id] })).code).toBe(2005)
    expect((await stage.members(descendant, { add: [weak.id] })).code).toBe(2005)
  })
  it('cannot be added to a locked role', async () => {
    const id = await stage.create()
    const user = await stage.createAssignee()
    await stage.callAndConfirm(lock, { params: { id } })
    expect((await stage.members(id, { add: [user.id] })).code).toBe(2061)
    const version = (await app.call(usersContract.get, { params: { id: user.id } }, stage.token)).data?.version ?? 0
    const body = { roles: [{ roleId: id }], version }
    expect((await app.call(userRolesContract.assignRoles, { params: { id: user.id }, body }, stage.token)).code).toBe(
      2061,
    )
    const { data } = await app.call(userRolesContract.offeredRoles, { params: { id }, query: {} }, stage.token)
    expect(data?.[0]).toMatchObject({ value: id, extra: { grantable: false } })
  })
})

it('a caller limited to certain roles assigns no others, here or at the user', async () => {
  const [mine, other] = [await stage.create(), await stage.create()]
  await app.sql('insert into role_assignable values ($1, $2, $3)', [stage.companyId, stage.admin.roleId, mine])
  const user = await stage.createAssignee()
  expect((await stage.members(other, { add: [user.id] })).code).toBe(2005)
  expect((await stage.members(mine, { add: [user.id] })).code).toBe(0)
  const { data } = await app.call(userRolesContract.roles, { params: { id: user.id } }, stage.token)
  const offered = await app.call(userRolesContract.offeredRoles, { params: { id: '0' }, query: {} }, stage.token)
  expect(offered.data?.filter(({ extra }) => extra.grantable).map(({ value }) => value)).toEqual([mine])
  const body = { roles: [{ roleId: other }], mode: 'add' as const, version: data?.version ?? 0 }
  expect((await app.call(userRolesContract.assignRoles, { params: { id: user.id }, body }, stage.token)).code).toBe(
    2005,
  )
})

it('the last administrator keeps the role', async () => {
  const admin = await buildUser(app, { companyId: stage.companyId })
  await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
  expect((await stage.members(admin.roleId, { remove: [admin.id] })).code).toBe(2003)
  const second = await stage.createAssignee()
  expect((await stage.members(admin.roleId, { add: [second.id], remove: [admin.id] })).code).toBe(0)
  expect((await stage.members(admin.roleId, { remove: [second.id] })).code).toBe(2003)
})
