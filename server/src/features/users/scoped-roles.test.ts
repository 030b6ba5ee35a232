import { randomUUID } from 'node:crypto'
import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import type { DataScope } from '@atrium/contract/features/roles/data-rules.ts'
import { termsContract } from '@atrium/contract/features/terms/terms.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { list, roles, assignRoles, effective, lock, batch, offeredRoles } = usersContract
const rights = ['list', 'get', 'roles', 'lock'].map((each) => `sysUsers:${each}`)
type Built = Awaited<ReturnType<typeof buildUser>>
type Place = 'head' | 'east' | 'shanghai' | 'south'

let app: TestApp
let companyId: string
/** 总部 › 华东 › 上海, and 华南 beside 华东; one person in each. */
let orgs: Record<Place, string>
let people: Record<Place, Built>
let token: string
/** Shows its wearers their organisations with all below. */
let role: string

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  const keeps = ['sysOrgs:delete', 'sysOrgs:move', 'sysOrgs:list', 'sysUsers:edit']
  token = await app.signIn(await buildUser(app, { companyId, permissions: [...rights, ...keeps] }))
  orgs = { head: randomUUID(), east: randomUUID(), shanghai: randomUUID(), south: randomUUID() }
  const { head, east, shanghai, south } = orgs
  await addOrg('总部', head)
  await addOrg('华东', head, east)
  await addOrg('上海', head, east, shanghai)
  await addOrg('华南', head, south)
  people = {} as typeof people
  for (const place of ['head', 'east', 'shanghai', 'south'] as const) people[place] = await personIn(orgs[place])
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
/** Somebody who belongs there, and whose own role shows him nobody. */
const personIn = async (org: string, permissions: string[] = [], scope: DataScope = 'self') => {
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
const give = async (
  user: Built,
  given: { roleId?: string; orgId?: string | null; expireTime?: string },
  by: string = token,
) => {
  const [{ version } = {}] = await app.sql('select version from users where id = $1', [user.id])
  const body = { roles: [{ roleId: role, ...given }], mode: 'add' as const, version: Number(version) }
  return (await confirmed(app, assignRoles, { params: { id: user.id }, body }, by)).done
}
/** Whom of the four somebody finds. */
const seenBy = async (user: Built) => {
  const { data = [] } = await app.call(list, { query: { size: 50 } }, await app.signIn(user))
  const found = new Set(data.map(({ id }) => id))
  return Object.entries(people).flatMap(([place, { id }]) => (found.has(id) ? place : []))
}
const assignedTo = async ({ id }: Built) => (await app.call(roles, { params: { id } }, token)).data?.assigned ?? []
const anchorOf = async (user: Built) => (await assignedTo(user)).find(({ roleId }) => roleId === role)?.anchor

describe('a role that is given for an organisation', () => {
  it('shows the people of that one instead of the wearer’s own, and says so', async () => {
    const { south } = people
    expect((await give(south, { orgId: orgs.east })).code).toBe(0)
    expect(await seenBy(south)).toEqual(['east', 'shanghai', 'south'])
    expect(await anchorOf(south)).toEqual({ id: orgs.east, name: '华东' })
    const { data } = await app.call(effective, { params: { id: south.id } }, token)
    expect(data?.modules.sysUsers?.[0]?.via).toMatchObject([{ id: role, org: null, anchor: { name: '华东' } }])
    expect(data?.rows.organizations).toMatchObject([{ name: '华东', below: true }])
    expect(data?.rows.roles.find(({ id }) => id === role)).toMatchObject({ anchor: { name: '华东' }, org: null })
    // Himself he always finds; of his own organisation, nobody else.
    const colleague = await personIn(orgs.south)
    const found = await app.call(list, { query: { search: colleague.account } }, await app.signIn(south))
    expect(found.data).toEqual([])
    const [{ after } = {}] = await app.sql(
      `select after::text from audit_log where entity_id = $1 and event = 'user.rolesChanged' order by seq desc limit 1`,
      [south.id],
    )
    expect(String(after)).toContain('华东')

    expect((await give(south, { orgId: null })).code).toBe(0)
    expect(await anchorOf(south)).toBeNull()
    expect(await seenBy(south)).toEqual(['south'])
  })

  it('of one’s organisations alone shows nothing below it', async () => {
    role = await addRole('org')
    expect((await give(people.south, { orgId: orgs.east })).code).toBe(0)
    expect(await seenBy(people.south)).toEqual(['east', 'south'])
  })

  it('takes nothing from what its wearer sees as a member of another', async () => {
    await app.sql(`insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, '{}')`, [
      companyId,
      orgs.south,
      role,
    ])
    const { south } = people
    people = { ...people, head: await personIn(orgs.south) }
    expect(await seenBy(south)).toEqual(['head', 'south'])
    expect((await give(south, { orgId: orgs.east })).code).toBe(0)
    expect(await seenBy(south)).toEqual(['head', 'east', 'shanghai', 'south'])
  })

  it('is so only where organisations decide what it shows, and the organisation is the company’s', async () => {
    const other = await buildCompany(app, `外${randomUUID()}`)
    const foreign = randomUUID()
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2, '外部', $3)`, [
      other,
      foreign,
      `/${foreign}/`,
    ])
    const said = async (orgId: string) => {
      const { code, msg, errors } = await give(people.south, { orgId })
      return { code, msg, errors }
    }
    expect(await said(foreign)).toMatchObject({ errors: [{ field: 'roles.0.orgId' }] })
    expect(await said(foreign)).toEqual(await said(randomUUID()))
    const wide = await addRole('company')
    expect(await give(people.south, { roleId: wide, orgId: orgs.east })).toMatchObject({
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

  it('is for one that the giver sees, and whoever wears it for another is stronger than he', async () => {
    const giver = await app.signIn(await personIn(orgs.east, rights, 'orgSub'))
    const { shanghai } = people
    expect(await give(shanghai, { orgId: orgs.south }, giver)).toMatchObject({
      code: 2005,
      errors: [{ field: 'roles.0.orgId' }],
    })
    expect((await give(shanghai, { orgId: orgs.head }, giver)).code).toBe(2005)
    expect((await give(shanghai, { orgId: orgs.shanghai }, giver)).code).toBe(0)
    expect((await give(shanghai, { orgId: orgs.east }, giver)).code).toBe(0)
    expect((await give(shanghai, { orgId: orgs.south })).code).toBe(0)
    const request = { params: { id: shanghai.id }, body: { reason: '试' } }
    expect(await app.call(lock, request, giver)).toMatchObject({ code: 2005 })
    const body = { action: 'lock' as const, ids: [shanghai.id], params: { reason: '试' } }
    const { done, impact } = await confirmed(app, batch, { body }, giver)
    expect(impact).toMatchObject({ refused: [{ id: shanghai.id, code: 2005 }] })
    expect(done.data?.failed).toMatchObject([{ id: shanghai.id, code: 2005 }])
  })

  it('keeps it when its term is extended', async () => {
    const expireTime = '2089-01-01T00:00:00.000Z'
    const { south } = people
    await give(south, { orgId: orgs.east, expireTime })
    const terms = [{ userId: south.id, roleId: role, expireTime }]
    const { done } = await confirmed(
      app,
      termsContract.extendTerms,
      { body: { terms, until: '2090-01-01T00:00:00.000Z' } },
      token,
    )
    expect(done.data).toMatchObject({ ok: 1 })
    expect(await anchorOf(south)).toMatchObject({ id: orgs.east })
  })
})

describe('the organisation a role was given for', () => {
  const on = (id: string) => ({ params: { id } })

  it('takes it along when it is deleted, which is shown first', async () => {
    const { south } = people
    await app.sql('delete from user_orgs where org_id = $1', [orgs.shanghai])
    await give(south, { orgId: orgs.shanghai })
    const { done, impact } = await confirmed(app, organizationsContract.remove, on(orgs.shanghai), token)
    const [{ name } = {}] = await app.sql('select name from roles where id = $1', [role])
    expect(impact).toEqual({ given: [], taken: [name], users: 1 })
    expect(done.code).toBe(0)
    expect((await assignedTo(south)).map(({ roleId }) => roleId)).toEqual([south.roleId])
    expect((await app.call(list, {}, await app.signIn(south))).code).toBe(403)
  })

  it('is deleted by those alone who could take the role', async () => {
    const weak = await app.signIn(await buildUser(app, { companyId, permissions: ['sysOrgs:delete', 'sysOrgs:list'] }))
    await app.sql('delete from user_orgs where org_id = $1', [orgs.shanghai])
    await give(people.south, { orgId: orgs.shanghai })
    expect((await confirmed(app, organizationsContract.remove, on(orgs.shanghai), weak)).done.code).toBe(2005)
    expect(await anchorOf(people.south)).toMatchObject({ id: orgs.shanghai })
  })

  it('lets it go along into another, which is shown by name', async () => {
    const { south } = people
    await give(south, { orgId: orgs.shanghai })
    const request = { ...on(orgs.shanghai), body: { into: orgs.head } }
    const { done, impact } = await confirmed(app, organizationsContract.merge, request, token)
    expect(done.code).toBe(0)
    const [{ name } = {}] = await app.sql('select name from roles where id = $1', [role])
    expect(impact).toMatchObject({ roles: [name] })
    expect(await anchorOf(south)).toEqual({ id: orgs.head, name: '总部' })
    expect(await seenBy(south)).toEqual(['head', 'east', 'shanghai', 'south'])
  })
})
