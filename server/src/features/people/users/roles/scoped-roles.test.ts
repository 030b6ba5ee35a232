import { randomUUID } from 'node:crypto'
import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'

const { list } = usersContract
const { roles, assignRoles, effective, offeredRoles } = userRolesContract
const { lock } = userStatusContract
const { batch } = userBatchContract
const rights = ['list', 'get', 'roles', 'lock'].map((each) => `sysUsers:${each}`)
type TestUser = Awaited<ReturnType<typeof buildUser>>
type Place = 'head' | 'east' | 'shanghai' | 'south'

let app: TestApp
let companyId: string
/** 总部 › 华东 › 上海; 华南 is a sibling of 华东. One user in each. */
let orgs: Record<Place, string>
let people: Record<Place, TestUser>
let token: string
/** Shows assignees their organisations and all descendants. */
let role: string

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  const organizationRights = ['sysOrgs:delete', 'sysOrgs:move', 'sysOrgs:list', 'sysUsers:edit']
  token = await app.signIn(await buildUser(app, { companyId, permissions: [...rights, ...organizationRights] }))
  orgs = { head: randomUUID(), east: randomUUID(), shanghai: randomUUID(), south: randomUUID() }
  const { head, east, shanghai, south } = orgs
  await addOrg('总部', head)
  await addOrg('华东', head, east)
  await addOrg('上海', head, east, shanghai)
  await addOrg('华南', head, south)
  people = {} as typeof people
  for (const place of ['head', 'east', 'shanghai', 'south'] as const) people[place] = await createUserIn(orgs[place])
  role = await addRole('orgSub')
})

const addOrg = (name: string, ...line: string[]) =>
  app.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
    companyId,
    line.at(-1),
    line.at(-2) ?? null,
    name,
    `/${line.join('/')}/`,
  ])
/** A user in the organisation whose own role only shows their own row. */
const createUserIn = async (org: string, permissions: string[] = [], scope: DataScope = 'self') => {
  const user = await buildUser(app, { companyId, permissions })
  await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, scope])
  await app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, user.id, org])
  return user
}
const addRole = async (scope: DataScope) => {
  const id = randomUUID()
  await app.sql(`insert into roles (company_id, id, code, name, data_scope) values ($1, $2, $3, $3, $4)`, [
    companyId,
    id,
    `主管${id.slice(0, 6)}`,
    scope,
  ])
  await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysUsers:list')`, [
    companyId,
    id,
  ])
  return id
}
const assignRole = async (
  user: TestUser,
  assignment: { roleId?: string; orgId?: string | null; expireTime?: string },
  by: string = token,
) => {
  const [{ version } = {}] = await app.sql('select version from users where id = $1', [user.id])
  const body = { roles: [{ roleId: role, ...assignment }], mode: 'add' as const, version: Number(version) }
  return (await callAndConfirm(app, assignRoles, { params: { id: user.id }, body }, by)).done
}
/** Which of the four users are visible. */
const placesVisibleTo = async (user: TestUser) => {
  const { data = [] } = await app.call(list, { query: { size: 50 } }, await app.signIn(user))
  const found = new Set(data.map(({ id }) => id))
  return Object.entries(people).flatMap(([place, { id }]) => (found.has(id) ? place : []))
}
const readAssignments = async ({ id }: TestUser) =>
  (await app.call(roles, { params: { id } }, token)).data?.assigned ?? []
const findScopeOrg = async (user: TestUser) =>
  (await readAssignments(user)).find(({ roleId }) => roleId === role)?.anchor

describe('a role with an organisation scope', () => {
  it('shows users of the scope instead of the assignee’s organisations', async () => {
    const { south } = people
    expect((await assignRole(south, { orgId: orgs.east })).code).toBe(0)
    expect(await placesVisibleTo(south)).toEqual(['east', 'shanghai', 'south'])
    expect(await findScopeOrg(south)).toEqual({ id: orgs.east, name: '总部 / 华东' })
    const { data } = await app.call(effective, { params: { id: south.id } }, token)
    expect(data?.modules.sysUsers?.[0]?.via).toMatchObject([{ id: role, org: null, anchor: { name: '华东' } }])
    expect(data?.rows.organizations).toMatchObject([{ name: '华东', below: true }])
    expect(data?.rows.roles.find(({ id }) => id === role)).toMatchObject({ anchor: { name: '华东' }, org: null })
    // Users see themselves, but no others of their own organisation.
    const colleague = await createUserIn(orgs.south)
    const found = await app.call(list, { query: { search: colleague.account } }, await app.signIn(south))
    expect(found.data).toEqual([])
    const [{ after } = {}] = await app.sql(
      `select after::text from audit_log where entity_id = $1 and event = 'user.rolesChanged' order by seq desc limit 1`,
      [south.id],
    )
    expect(String(after)).toContain('华东')

    expect((await assignRole(south, { orgId: null })).code).toBe(0)
    expect(await findScopeOrg(south)).toBeNull()
    expect(await placesVisibleTo(south)).toEqual(['south'])
  })

  it('without descendants shows none of them', async () => {
    role = await addRole('org')
    expect((await assignRole(people.south, { orgId: orgs.east })).code).toBe(0)
    expect(await placesVisibleTo(people.south)).toEqual(['east', 'south'])
  })

  it('keeps what the assignee sees through other organisations', async () => {
    await app.sql(`insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, '{}')`, [
      companyId,
      orgs.south,
      role,
    ])
    const { south } = people
    people = { ...people, head: await createUserIn(orgs.south) }
    expect(await placesVisibleTo(south)).toEqual(['head', 'south'])
    expect((await assignRole(south, { orgId: orgs.east })).code).toBe(0)
    expect(await placesVisibleTo(south)).toEqual(['head', 'east', 'shanghai', 'south'])
  })

  it('requires a role based on organisations and an organisation of the company', async () => {
    const other = await buildCompany(app, `外${randomUUID()}`)
    const foreign = randomUUID()
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2, '外部', $3)`, [
      other,
      foreign,
      `/${foreign}/`,
    ])
    const readRefusal = async (orgId: string) => {
      const { code, msg, errors } = await assignRole(people.south, { orgId })
      return { code, msg, errors }
    }
    expect(await readRefusal(foreign)).toMatchObject({ errors: [{ field: 'roles.0.orgId' }] })
    expect(await readRefusal(foreign)).toEqual(await readRefusal(randomUUID()))
    const wide = await addRole('company')
    expect(await assignRole(people.south, { roleId: wide, orgId: orgs.east })).toMatchObject({
      code: 2022,
      errors: [{ field: 'roles.0.orgId' }],
    })
    const { data } = await app.call(offeredRoles, { params: { id: '0' }, query: { keyword: '主管' } }, token)
    expect(new Map(data?.map(({ value, extra }) => [value, extra.anchorable]))).toEqual(
      new Map([
        [role, true],
        [wide, false],
      ]),
    )
  })

  it('must be visible to the grantor; assignees with a wider scope count as stronger', async () => {
    const grantor = await app.signIn(await createUserIn(orgs.east, rights, 'orgSub'))
    const { shanghai } = people
    expect(await assignRole(shanghai, { orgId: orgs.south }, grantor)).toMatchObject({
      code: 2005,
      errors: [{ field: 'roles.0.orgId' }],
    })
    expect((await assignRole(shanghai, { orgId: orgs.head }, grantor)).code).toBe(2005)
    expect((await assignRole(shanghai, { orgId: orgs.shanghai }, grantor)).code).toBe(0)
    expect((await assignRole(shanghai, { orgId: orgs.east }, grantor)).code).toBe(0)
    expect((await assignRole(shanghai, { orgId: orgs.south })).code).toBe(0)
    const request = { params: { id: shanghai.id }, body: { reason: '试' } }
    expect(await app.call(lock, request, grantor)).toMatchObject({ code: 2005 })
    const body = { action: 'lock' as const, ids: [shanghai.id], params: { reason: '试' } }
    const { done, impact } = await callAndConfirm(app, batch, { body }, grantor)
    expect(impact).toMatchObject({ refused: [{ id: shanghai.id, code: 2005 }] })
    expect(done.data?.failed).toMatchObject([{ id: shanghai.id, code: 2005 }])
  })

  it('keeps its scope when the term is extended', async () => {
    const expireTime = '2089-01-01T00:00:00.000Z'
    const { south } = people
    await assignRole(south, { orgId: orgs.east, expireTime })
    const terms = [{ userId: south.id, roleId: role, expireTime }]
    const { done } = await callAndConfirm(
      app,
      termsContract.extendTerms,
      { body: { terms, until: '2090-01-01T00:00:00.000Z' } },
      token,
    )
    expect(done.data).toMatchObject({ ok: 1 })
    expect(await findScopeOrg(south)).toMatchObject({ id: orgs.east })
  })
})

describe('the organisation of a scope', () => {
  const on = (id: string) => ({ params: { id } })

  it('revokes the assignment when deleted, after confirmation', async () => {
    const { south } = people
    await app.sql('delete from user_orgs where org_id = $1', [orgs.shanghai])
    await assignRole(south, { orgId: orgs.shanghai })
    const { done, impact } = await callAndConfirm(app, organizationsContract.remove, on(orgs.shanghai), token)
    const [{ name } = {}] = await app.sql('select name from roles where id = $1', [role])
    expect(impact).toEqual({ taken: [name], users: 1, modules: [] })
    expect(done.code).toBe(0)
    expect((await readAssignments(south)).map(({ roleId }) => roleId)).toEqual([south.roleId])
    expect((await app.call(list, {}, await app.signIn(south))).code).toBe(403)
  })

  it('can only be deleted by users who could revoke the role', async () => {
    const weak = await app.signIn(await buildUser(app, { companyId, permissions: ['sysOrgs:delete', 'sysOrgs:list'] }))
    await app.sql('delete from user_orgs where org_id = $1', [orgs.shanghai])
    await assignRole(people.south, { orgId: orgs.shanghai })
    expect((await callAndConfirm(app, organizationsContract.remove, on(orgs.shanghai), weak)).done.code).toBe(2005)
    expect(await findScopeOrg(people.south)).toMatchObject({ id: orgs.shanghai })
  })

  it('passes the scope on when merged, after confirmation', async () => {
    const { south } = people
    await assignRole(south, { orgId: orgs.shanghai })
    const request = { ...on(orgs.shanghai), body: { into: orgs.head } }
    const { done, impact } = await callAndConfirm(app, organizationsContract.merge, request, token)
    expect(done.code).toBe(0)
    const [{ name } = {}] = await app.sql('select name from roles where id = $1', [role])
    expect(impact).toMatchObject({ roles: [name] })
    expect(await findScopeOrg(south)).toEqual({ id: orgs.head, name: '总部' })
    expect(await placesVisibleTo(south)).toEqual(['head', 'east', 'shanghai', 'south'])
  })
})
