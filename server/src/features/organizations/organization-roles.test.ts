import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmed } from '../../../test/confirmed.ts'
import { buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createRoleStage, shownBy } from '../../../test/role-stage.ts'

const { create, get, update, move, replaceRoles, changeMembers, merge, split, offeredRoles } = organizationsContract
const held = [
  ...['list', 'add', 'edit', 'move', 'members', 'roles'].map((each) => `sysOrgs:${each}`),
  ...['list', 'get', 'roles', 'delete'].map((each) => `sysUsers:${each}`),
]
let app: TestApp
let stage: Awaited<ReturnType<typeof createRoleStage>>
let sales: string
let role: string
/** Somebody of the company who holds nothing by himself. */
const person = () => stage.wearing()
const add = async (name: string) => {
  const { data, msg } = await app.call(create, { body: { name, kind: 'dept', status: 1, parent: null } }, stage.token)
  if (!data) throw new Error(msg)
  return data.id
}
const one = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, stage.token)
  if (!data) throw new Error(msg)
  return data
}
const bind = async (id: string, roleIds: string[], by = stage.token) => {
  const { version } = await one(id)
  return confirmed(app, replaceRoles, { params: { id }, body: { roleIds, version } }, by)
}
const join = (id: string, ids: string[], by = stage.token) =>
  stage.confirmed(changeMembers, { params: { id }, body: { add: ids } }, by)
const leave = (id: string, ids: string[]) => stage.confirmed(changeMembers, { params: { id }, body: { remove: ids } })

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createRoleStage(app, { permissions: held })
  sales = await add('销售部')
  role = await stage.create({ name: '看用户' })
  await stage.grant(role, { elems: stage.elems('sysUsers:list') })
})

describe('a role of an organisation', () => {
  it('is worn by whoever belongs to it, as long as he does', async () => {
    const [one, other] = [await person(), await person()]
    await join(sales, [one.id])
    const { impact, done } = await bind(sales, [role])
    expect([done.code, impact]).toEqual([0, { given: ['看用户'], taken: [], users: 1 }])
    await join(sales, [other.id])
    expect([await stage.rights(one), await stage.rights(other)]).toEqual([['sysUsers:list'], ['sysUsers:list']])
    await leave(sales, [one.id])
    expect(await stage.rights(one)).toEqual([])
    await bind(sales, [])
    expect(await stage.rights(other)).toEqual([])
  })
  it('is shown first to whoever lets people in or out, as far as it changes what they may do', async () => {
    await bind(sales, [role])
    const [comes, holds] = [await person(), await stage.wearing(role)]
    const change = (body: object, by = stage.token) => app.call(changeMembers, { params: { id: sales }, body }, by)
    const { impact } = shownBy(await change({ add: [comes.id, holds.id] }))
    expect(impact).toMatchObject({ affectedUsers: 2, gainingUsers: 1, losingUsers: 0 })
    expect(impact.gain).toMatchObject([{ account: comes.account, elems: ['sysUsers:list'] }])
    expect((await change({ add: [holds.id] })).code).toBe(0)
    expect((await join(sales, [comes.id])).code).toBe(0)
    expect(shownBy(await change({ remove: [comes.id, holds.id] })).impact).toMatchObject({
      ...{ gainingUsers: 0, losingUsers: 1 },
      lose: [{ account: comes.account }],
    })
  })
  it('is not worn by who belongs to what stands below', async () => {
    const below = await app.call(
      create,
      { body: { name: '华东', kind: 'dept', status: 1, parent: sales } },
      stage.token,
    )
    const somebody = await person()
    await join(below.data?.id ?? '', [somebody.id])
    await bind(sales, [role])
    expect(await stage.rights(somebody)).toEqual([])
  })
  it('says so wherever it is asked where a right comes from', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    await bind(sales, [role])
    expect((await one(sales)).roles).toEqual([{ id: role, name: '看用户' }])
    const shown = await app.call(rolesContract.members, { params: { id: role }, query: {} }, stage.token)
    expect(shown.data).toMatchObject([{ id: somebody.id, via: 'org', viaOrg: '销售部', inForce: true }])
    expect(await stage.get(role)).toMatchObject({ users: 1 })
    const effective = await app.call(usersContract.effective, { params: { id: somebody.id } }, stage.token)
    expect(effective.data?.modules).toEqual({
      sysUsers: [
        {
          operation: 'list',
          via: [{ id: role, name: '看用户', from: null, anchor: null, org: { id: sales, name: '销售部' } }],
        },
      ],
    })
    const found = await app.call(usersContract.list, { query: { 'f.roleId': role } }, stage.token)
    expect(found.data).toMatchObject([{ id: somebody.id, roles: [{ id: role }] }])
    const own = await app.call(usersContract.roles, { params: { id: somebody.id } }, stage.token)
    expect(own.data).toMatchObject({ assigned: [], byOrganization: [{ id: role, organization: { id: sales } }] })
  })
  it('counts once beside the same role that was given to him, and stays when that is over', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    await bind(sales, [role])
    await stage.members(role, { add: [somebody.id] })
    const wearers = async () =>
      (await app.call(rolesContract.members, { params: { id: role }, query: {} }, stage.token)).data
    expect(await wearers()).toMatchObject([{ via: 'direct' }])
    await app.sql(`update user_roles set expires_at = now() where user_id = $1`, [somebody.id])
    expect(await wearers()).toMatchObject([{ via: 'org', inForce: true }])
    expect(await stage.rights(somebody)).toEqual(['sysUsers:list'])
  })
  it('shows who loses it when its grants are taken away', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    await bind(sales, [role])
    const body = { ...(await stage.grants(role)), elems: [] }
    const shown = await confirmed(app, rolesContract.updateGrants, { params: { id: role }, body }, stage.token)
    expect(shown.impact).toMatchObject({ losingUsers: 1, lose: [{ userId: somebody.id }] })
  })
})

describe('an organisation that is stopped', () => {
  const setStatus = async (id: string, status: 0 | 1, by = stage.token) => {
    const { name, code, kind, phone, email, version } = await one(id)
    return confirmed(app, update, { params: { id }, body: { name, code, kind, phone, email, status, version } }, by)
  }
  it('gives its roles to nobody until it goes on, and shows first whom that concerns', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    await bind(sales, [role])
    const stopped = await setStatus(sales, 0)
    expect([stopped.done.code, stopped.impact]).toEqual([0, { given: [], taken: ['看用户'], users: 1 }])
    expect(await stage.rights(somebody)).toEqual([])
    const going = await setStatus(sales, 1)
    expect([going.done.code, going.impact]).toEqual([0, { given: ['看用户'], taken: [], users: 1 }])
    expect(await stage.rights(somebody)).toEqual(['sysUsers:list'])
  })
  it('lets a role through that he has otherwise', async () => {
    const [somebody, other] = [await person(), await add('研发部')]
    for (const id of [sales, other]) {
      await join(id, [somebody.id])
      await bind(id, [role])
    }
    await setStatus(sales, 0)
    expect(await stage.rights(somebody)).toEqual(['sysUsers:list'])
    await setStatus(other, 0)
    expect(await stage.rights(somebody)).toEqual([])
    await stage.members(role, { add: [somebody.id] })
    expect(await stage.rights(somebody)).toEqual(['sysUsers:list'])
  })
  it('asks nothing where it gives nothing, and when it only gets another name', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    expect((await setStatus(sales, 0)).impact).toBeUndefined()
    await bind(sales, [role])
    expect(await setStatus(sales, 0)).toMatchObject({ done: { code: 0 }, impact: undefined })
  })
  it('takes in neither people nor organisations', async () => {
    const [somebody, other] = [await person(), await add('研发部')]
    await setStatus(sales, 0)
    expect(await join(sales, [somebody.id])).toMatchObject({ code: 3116, errors: [{ field: 'add' }] })
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
  it('lets people go, and what stands in it be put in order', async () => {
    const somebody = await person()
    await join(sales, [somebody.id])
    const below = await app.call(
      create,
      { body: { name: '华东', kind: 'dept', status: 1, parent: sales } },
      stage.token,
    )
    const id = below.data?.id ?? ''
    await setStatus(sales, 0)
    expect((await app.call(move, { params: { id }, body: { parent: sales, sort: 3 } }, stage.token)).code).toBe(0)
    expect((await leave(sales, [somebody.id])).code).toBe(0)
  })
  it('is stopped, and goes on, by whoever may give and take its roles, and by nobody who belongs to it', async () => {
    const beyond = (await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] })).roleId
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, beyond, '{}'])
    expect(await setStatus(sales, 0)).toMatchObject({ done: { code: 2005, errors: [{ field: 'status' }] } })
    await app.sql('delete from org_roles where org_id = $1', [sales])
    await join(sales, [stage.keeper.id])
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, role, '{}'])
    expect((await setStatus(sales, 0)).done.code).toBe(2004)
  })
})

describe('nobody gives by an organisation what he does not hold', () => {
  const strong = async () =>
    (await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] })).roleId
  it('when roles are bound to it or taken off', async () => {
    const beyond = await strong()
    expect((await bind(sales, [beyond])).done).toMatchObject({ code: 2005, errors: [{ field: 'roleIds' }] })
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, beyond, '{}'])
    expect((await bind(sales, [])).done.code).toBe(2005)
  })
  it('when people come and go, are joined or split off', async () => {
    const [somebody, other] = [await person(), await add('研发部')]
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, await strong(), '{}'])
    expect((await join(sales, [somebody.id])).code).toBe(2005)
    await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
      ...[stage.companyId, somebody.id],
      sales,
    ])
    expect((await leave(sales, [somebody.id])).code).toBe(2005)
    for (const [id, into] of [
      [sales, other],
      [other, sales],
    ] as const)
      expect((await app.call(merge, { params: { id }, body: { into } }, stage.token)).code).toBe(2005)
    const body = { name: '拆出', users: [somebody.id] }
    expect((await app.call(split, { params: { id: sales }, body }, stage.token)).code).toBe(2005)
  })
  it('nor to himself', async () => {
    await bind(sales, [role])
    expect((await join(sales, [stage.keeper.id])).code).toBe(2004)
    await bind(sales, [])
    expect((await join(sales, [stage.keeper.id])).code).toBe(0)
    expect((await bind(sales, [role])).done.code).toBe(2004)
  })
  it('and roles beyond his own, templates and locked ones are not for choice', async () => {
    const beyond = await strong()
    const template = await stage.create({ name: '模板', type: 'template' })
    const offered = await app.call(offeredRoles, { params: { id: '0' }, query: {} }, stage.token)
    expect(offered.data?.find(({ value }) => value === beyond)).toMatchObject({ extra: { grantable: false } })
    expect(offered.data?.find(({ value }) => value === role)).toMatchObject({ extra: { grantable: true } })
    expect((await bind(sales, [template])).done.code).toBe(2056)
  })
})

it('a keeper of the company is never one by where he belongs', async () => {
  const [builtin] = await app.sql(
    `insert into roles (company_id, id, code, name, type) values ($1, gen_random_uuid(), 'company-admin', '管理员', 'builtin') returning id`,
    [stage.companyId],
  )
  expect((await bind(sales, [String(builtin?.id)])).done).toMatchObject({ code: 3115 })
})
it('who wears a strong role by his organisation is as strong as that', async () => {
  const [somebody, beyond] = [
    await person(),
    await buildUser(app, { companyId: stage.companyId, permissions: ['sysUsers:reset'] }),
  ]
  await app.sql('insert into org_roles values ($1, $2, $3, $4)', [stage.companyId, sales, beyond.roleId, '{}'])
  await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
    ...[stage.companyId, somebody.id],
    sales,
  ])
  expect((await app.call(usersContract.remove, { params: { id: somebody.id } }, stage.token)).code).toBe(2005)
})
it('another company’s role or organisation is none', async () => {
  const foreign = await createRoleStage(app, { permissions: held })
  expect((await bind(sales, [await foreign.create()])).done.code).toBe(2011)
  const { version } = await one(sales)
  const body = { roleIds: [], version }
  expect((await app.call(replaceRoles, { params: { id: sales }, body }, foreign.token)).code).toBe(404)
})
