import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRoleStage, getImpact } from '../../../../test/role-stage.ts'

const { create, get, update, move, replaceRoles, changeMembers, merge, split, offeredRoles } = organizationsContract
const adminRights = [
  ...['list', 'add', 'edit', 'move', 'members', 'roles'].map((each) => `sysOrgs:${each}`),
  ...['list', 'get', 'roles', 'delete'].map((each) => `sysUsers:${each}`),
]
let app: TestApp
let stage: Awaited<ReturnType<typeof createRoleStage>>
let sales: string
let role: string
/** A user without roles. */
const createUser = () => stage.createAssignee()
const add = async (name: string) => {
  const { data, msg } = await app.call(create, { body: { name, kind: 'dept', status: 1, parent: null } }, stage.token)
  if (!data) throw new Error(msg)
  return data.id
}
const readOrganization = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, stage.token)
  if (!data) throw new Error(msg)
  return data
}
const sendRoles = async (id: string, roleIds: string[], by = stage.token) => {
  const { version } = await readOrganization(id)
  return callAndConfirm(app, replaceRoles, { params: { id }, body: { roleIds, version } }, by)
}
const join = (id: string, ids: string[], by = stage.token) =>
  stage.callAndConfirm(changeMembers, { params: { id }, body: { add: ids } }, by)
const leave = (id: string, ids: string[]) =>
  stage.callAndConfirm(changeMembers, { params: { id }, body: { remove: ids } })

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: adminRights })
  sales = await add('销售部')
  role = await stage.create({ name: '看用户' })
  await stage.grant(role, { elems: stage.elems('sysUsers:list') })
})

describe('a role of an organisation', () => {
  it('is held by members as long as they belong to it', async () => {
    const [one, other] = [await createUser(), await createUser()]
    await join(sales, [one.id])
    const { impact, done } = await sendRoles(sales, [role])
    expect([done.code, impact]).toEqual([0, { given: ['看用户'], taken: [], users: 1 }])
    await join(sales, [other.id])
    expect([await stage.rights(one), await stage.rights(other)]).toEqual([['sysUsers:list'], ['sysUsers:list']])
    await leave(sales, [one.id])
    expect(await stage.rights(one)).toEqual([])
    await sendRoles(sales, [])
    expect(await stage.rights(other)).toEqual([])
  })
  it('is confirmed before members are added or removed if it changes their rights', async () => {
    await sendRoles(sales, [role])
    const [newMember, assignee] = [await createUser(), await stage.createAssignee(role)]
    const change = (body: object, by = stage.token) => app.call(changeMembers, { params: { id: sales }, body }, by)
    const { impact } = getImpact(await change({ add: [newMember.id, assignee.id] }))
    expect(impact).toMatchObject({ affectedUsers: 2, gainingUsers: 1, losingUsers: 0 })
    expect(impact.gain).toMatchObject([{ account: newMember.account, elems: ['sysUsers:list'] }])
    expect((await change({ add: [assignee.id] })).code).toBe(0)
    expect((await join(sales, [newMember.id])).code).toBe(0)
    expect(getImpact(await change({ remove: [newMember.id, assignee.id] })).impact).toMatchObject({
      gainingUsers: 0,
      losingUsers: 1,
      lose: [{ account: newMember.account }],
    })
  })
  it('is not held by members of descendants', async () => {
    const below = await app.call(
      create,
      { body: { name: '华东', kind: 'dept', status: 1, parent: sales } },
      stage.token,
    )
    const member = await createUser()
    await join(below.data?.id ?? '', [member.id])
    await sendRoles(sales, [role])
    expect(await stage.rights(member)).toEqual([])
  })
  it('is reported as the source of a right', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    await sendRoles(sales, [role])
    expect((await readOrganization(sales)).roles).toEqual([{ id: role, name: '看用户' }])
    const shown = await app.call(roleMembersContract.members, { params: { id: role }, query: {} }, stage.token)
    expect(shown.data).toMatchObject([{ id: member.id, via: 'org', viaOrg: '销售部', inForce: true }])
    expect(await stage.get(role)).toMatchObject({ users: 1 })
    const effective = await app.call(userRolesContract.effective, { params: { id: member.id } }, stage.token)
    expect(effective.data?.modules).toEqual({
      sysUsers: [
        {
          operation: 'list',
          name: '查看列表',
          via: [{ id: role, name: '看用户', from: null, anchor: null, org: { id: sales, name: '销售部' } }],
        },
      ],
    })
    const found = await app.call(usersContract.list, { query: { 'f.roleId': role } }, stage.token)
    expect(found.data).toMatchObject([{ id: member.id, roles: [{ id: role }] }])
    const own = await app.call(userRolesContract.roles, { params: { id: member.id } }, stage.token)
    expect(own.data).toMatchObject({ assigned: [], byOrganization: [{ id: role, organization: { id: sales } }] })
  })
  it('is counted once beside a direct assignment and outlasts it', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    await sendRoles(sales, [role])
    await stage.members(role, { add: [member.id] })
    const roleMembers = async () =>
      (await app.call(roleMembersContract.members, { params: { id: role }, query: {} }, stage.token)).data
    expect(await roleMembers()).toMatchObject([{ via: 'direct' }])
    await app.sql(`update user_roles set expires_at = now() where user_id = $1`, [member.id])
    expect(await roleMembers()).toMatchObject([{ via: 'org', inForce: true }])
    expect(await stage.rights(member)).toEqual(['sysUsers:list'])
  })
  it('shows who loses rights when its grants are removed', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    await sendRoles(sales, [role])
    const body = { ...(await stage.grants(role)), elems: [] }
    const shown = await callAndConfirm(
      app,
      roleGrantsContract.updateGrants,
      { params: { id: role }, body },
      stage.token,
    )
    expect(shown.impact).toMatchObject({ losingUsers: 1, lose: [{ userId: member.id }] })
  })
})

describe('a stopped organisation', () => {
  const setStatus = async (id: string, status: 0 | 1, by = stage.token) => {
    const { name, code, kind, phone, email, version } = await readOrganization(id)
    return callAndConfirm(
      app,
      update,
      { params: { id }, body: { name, code, kind, phone, email, status, version } },
      by,
    )
  }
  it('grants no roles until it is started, and shows the affected members first', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    await sendRoles(sales, [role])
    const stopped = await setStatus(sales, 0)
    expect([stopped.done.code, stopped.impact]).toEqual([0, { given: [], taken: ['看用户'], users: 1 }])
    expect(await stage.rights(member)).toEqual([])
    const going = await setStatus(sales, 1)
    expect([going.done.code, going.impact]).toEqual([0, { given: ['看用户'], taken: [], users: 1 }])
    expect(await stage.rights(member)).toEqual(['sysUsers:list'])
  })
  it('keeps roles that members hold otherwise', async () => {
    const [member, other] = [await createUser(), await add('研发部')]
    for (const id of [sales, other]) {
      await join(id, [member.id])
      await sendRoles(id, [role])
    }
    await setStatus(sales, 0)
    expect(await stage.rights(member)).toEqual(['sysUsers:list'])
    await setStatus(other, 0)
    expect(await stage.rights(member)).toEqual([])
    await stage.members(role, { add: [member.id] })
    expect(await stage.rights(member)).toEqual(['sysUsers:list'])
  })
  it('needs no confirmation without roles or for a mere rename', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    expect((await setStatus(sales, 0)).impact).toBeUndefined()
    await sendRoles(sales, [role])
    expect(await setStatus(sales, 0)).toMatchObject({ done: { code: 0 }, impact: undefined })
  })
  it('accepts neither members nor organisations', async () => {
    const [member, other] = [await createUser(), await add('研发部')]
    await setStatus(sales, 0)
    expect(await join(sales, [member.id])).toMatchObject({ code: 3116, errors: [{ field: 'add' }] })
    const below = { name: '华东', kind: 'dept', status: 1, parent: sales } as const
    const refused = { code: 3116, errors: [{ field: 'parent' }] }
    expect(await app.call(create, { body: below }, stage.token)).toMatchObject(refused)
    const put = (parent: string | null) =>
      app.call(move, { params: { id: other }, body: { parent, sort: 0 } }, stage.token)
    expect(await put(sales)).toMatchObject(refused)
    expect((await put(null)).code).toBe(0)
    const joined = await app.call(merge, { params: { id: other }, body: { into: sales } }, stage.token)
    expect(joined).toMatchObject({ code: 3116, errors: [{ field: 'into' }] })
  })
  it('allows removing members and moving descendants', async () => {
    const member = await createUser()
    await join(sales, [member.id])
    const below = await app.call(
      create,
      { body: { name: '华东', kind: 'dept', status: 1, parent: sales } },
      stage.token,
    )
    const id = below.data?.id ?? ''
    await setStatus(sales, 0)
    expect((await app.call(move, { params: { id }, body: { parent: sales, sort: 3 } }, stage.token)).code).toBe(0)
    expect((await leave(sales, [member.id])).code).toBe(0)
  })
  it('can be stopped and started only by users who can grant its roles and are no members', async () => {
    const strongRole = (await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] })).roleId
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, strongRole, '{}'])
    expect(await setStatus(sales, 0)).toMatchObject({ done: { code: 2005, errors: [{ field: 'status' }] } })
    await app.sql('delete from org_roles where org_id = $1', [sales])
    await join(sales, [stage.admin.id])
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, role, '{}'])
    expect((await setStatus(sales, 0)).done.code).toBe(2004)
  })
})

describe('granting by organisation beyond one’s own rights is refused', () => {
  const strong = async () =>
    (await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] })).roleId
  it('when roles are added or removed', async () => {
    const strongRole = await strong()
    expect((await sendRoles(sales, [strongRole])).done).toMatchObject({
      code: 2005,
      errors: [{ field: 'roleIds' }],
    })
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, strongRole, '{}'])
    expect((await sendRoles(sales, [])).done.code).toBe(2005)
  })
  it('when members are added or removed, organisations merged or split', async () => {
    const [member, other] = [await createUser(), await add('研发部')]
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, await strong(), '{}'])
    expect((await join(sales, [member.id])).code).toBe(2005)
    await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
      stage.companyId,
      member.id,
      sales,
    ])
    expect((await leave(sales, [member.id])).code).toBe(2005)
    for (const [id, into] of [
      [sales, other],
      [other, sales],
    ] as const)
      expect((await app.call(merge, { params: { id }, body: { into } }, stage.token)).code).toBe(2005)
    const body = { name: '拆出', users: [member.id] }
    expect((await app.call(split, { params: { id: sales }, body }, stage.token)).code).toBe(2005)
  })
  it('for the caller', async () => {
    await sendRoles(sales, [role])
    expect((await join(sales, [stage.admin.id])).code).toBe(2004)
    await sendRoles(sales, [])
    expect((await join(sales, [stage.admin.id])).code).toBe(0)
    expect((await sendRoles(sales, [role])).done.code).toBe(2004)
  })
  it('and stronger roles, templates and stopped roles are not offered', async () => {
    const strongRole = await strong()
    const template = await stage.create({ name: '模板', type: 'template' })
    const offered = await app.call(offeredRoles, { params: { id: '0' }, query: {} }, stage.token)
    expect(offered.data?.find(({ value }) => value === strongRole)).toMatchObject({ extra: { grantable: false } })
    expect(offered.data?.find(({ value }) => value === role)).toMatchObject({ extra: { grantable: true } })
    expect((await sendRoles(sales, [template])).done.code).toBe(2056)
  })
})

it('an administrator role cannot be bound to an organisation', async () => {
  const [builtin] = await app.sql(
    `insert into roles (company_id, id, code, name, type) values ($1, gen_random_uuid(), 'company-admin', '管理员', 'builtin') returning id`,
    [stage.companyId],
  )
  expect((await sendRoles(sales, [String(builtin?.id)])).done).toMatchObject({ code: 3115 })
})
it('roles of an organisation count as the strength of its members', async () => {
  const [member, strongUser] = [
    await createUser(),
    await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] }),
  ]
  await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, strongUser.roleId, '{}'])
  await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
    stage.companyId,
    member.id,
    sales,
  ])
  expect((await app.call(userStatusContract.remove, { params: { id: member.id } }, stage.token)).code).toBe(2005)
})
it('roles and organisations of another company are unknown', async () => {
  const foreign = await createRoleStage(app, { permissions: adminRights })
  expect((await sendRoles(sales, [await foreign.create()])).done.code).toBe(2011)
  const { version } = await readOrganization(sales)
  const body = { roleIds: [], version }
  expect((await app.call(replaceRoles, { params: { id: sales }, body }, foreign.token)).code).toBe(404)
})
