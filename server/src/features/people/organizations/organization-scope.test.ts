import { randomUUID } from 'node:crypto'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { create, update, remove, move, merge, split, changeMembers, replaceRoles, updateMember } = organizationsContract
const { assignRoles } = userRolesContract
const edited = { name: '张伟', phone: '', email: '', expireTime: null, remark: '', version: 1 }
const rights = [
  ...['list', 'add', 'edit', 'delete', 'move', 'members', 'roles'].map((each) => `sysOrgs:${each}`),
  ...['list', 'get', 'roles', 'edit', 'lock'].map((each) => `sysUsers:${each}`),
]
type Place = 'mine' | 'below' | 'other' | 'otherBelow'
type TestUser = Awaited<ReturnType<typeof buildUser>>

let app: TestApp
let companyId: string
let orgs: Record<Place, string>
/** Sees `mine` with what is below; `hidden` is in `otherBelow`. */
let caller: TestUser
let mate: TestUser
let hidden: TestUser
let token: string

const addOrg = async (name: string, above: readonly string[] = []) => {
  const id = randomUUID()
  const path = `/${[...above, id].join('/')}/`
  await app.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
    companyId,
    id,
    above.at(-1) ?? null,
    name,
    path,
  ])
  return id
}
const addUser = async (orgId: string, permissions: string[] = [], scope = 'orgSub') => {
  const user = await buildUser(app, { companyId, permissions })
  await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, scope])
  await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [companyId, user.id, orgId])
  return user
}
const seenBy = async (by: string) => {
  const { data } = await app.call(usersContract.list, { query: { size: 100 } }, by)
  return new Set(data?.map(({ id }) => id))
}

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  const [mine, other] = [await addOrg('甲'), await addOrg('乙')]
  orgs = { mine, below: await addOrg('甲一', [mine]), other, otherBelow: await addOrg('乙一', [other]) }
  caller = await addUser(orgs.mine, rights)
  mate = await addUser(orgs.below)
  hidden = await addUser(orgs.otherBelow)
  token = await app.signIn(caller)
})

const plain = { code: '', kind: 'dept', phone: '', email: '', status: 1 } as const
const at = (place: Place) => ({ params: { id: orgs[place] } })
const call: typeof callAndConfirm = (on, endpoint, request, by = token) => callAndConfirm(on, endpoint, request, by)

describe('an organisation outside the caller’s row scope', () => {
  const acts: [string, () => Promise<{ done: { code: number } }>][] = [
    ['moving it into the own one', () => call(app, move, { ...at('other'), body: { parent: orgs.mine, sort: 0 } })],
    ['moving the own one into it', () => call(app, move, { ...at('below'), body: { parent: orgs.other, sort: 0 } })],
    ['moving the own one to the top', () => call(app, move, { ...at('below'), body: { parent: null, sort: 0 } })],
    ['merging it into the own one', () => call(app, merge, { ...at('otherBelow'), body: { into: orgs.mine } })],
    ['merging the own one into it', () => call(app, merge, { ...at('below'), body: { into: orgs.other } })],
    ['joining it', () => call(app, changeMembers, { ...at('otherBelow'), body: { add: [mate.id] } })],
    ['taking members from it', () => call(app, changeMembers, { ...at('other'), body: { remove: [mate.id] } })],
    [
      'changing a member of it',
      () =>
        call(app, updateMember, {
          params: { id: orgs.otherBelow, userId: mate.id },
          body: { duty: 'leader', primary: true, postId: null },
        }),
    ],
    ['giving it a role', () => call(app, replaceRoles, { ...at('otherBelow'), body: { roleIds: [], version: 1 } })],
    [
      'splitting it',
      () => call(app, split, { ...at('other'), body: { name: '分', organizations: [orgs.otherBelow], users: [] } }),
    ],
    [
      'splitting the own top one, as the new one would stand outside',
      () => call(app, split, { ...at('mine'), body: { name: '分', organizations: [orgs.below], users: [] } }),
    ],
    ['renaming it', () => call(app, update, { ...at('other'), body: { ...plain, name: '丙', version: 1 } })],
    ['deleting it', () => call(app, remove, at('otherBelow'))],
    ['adding one below it', () => call(app, create, { body: { ...plain, name: '丙', parent: orgs.other } })],
    ['adding one at the top', () => call(app, create, { body: { ...plain, name: '丙', parent: null } })],
    [
      'being put into it by an edit of the user',
      () =>
        call(app, usersContract.update, {
          params: { id: mate.id },
          body: { ...edited, orgs: [{ orgId: orgs.other }] },
        }),
    ],
    [
      'putting oneself into it',
      () =>
        call(app, usersContract.update, {
          params: { id: caller.id },
          body: { ...edited, orgs: [{ orgId: orgs.mine }, { orgId: orgs.other }] },
        }),
    ],
  ]
  it.each(acts)('refuses %s', async (_, act) => {
    await app.sql('delete from user_roles where user_id = $1', [mate.id])
    const before = await seenBy(token)
    const { done } = await act()
    expect([404, 3105, 3117, 3118]).toContain(done.code)
    expect(await seenBy(token)).toEqual(before)
    expect(before).not.toContain(hidden.id)
  })

  it('is no limit within the own one', async () => {
    const { done } = await call(app, create, { body: { ...plain, name: '甲二', parent: orgs.mine } })
    expect(done.code).toBe(0)
    expect((await call(app, merge, { ...at('below'), body: { into: orgs.mine } })).done.code).toBe(0)
  })
})

describe('a role of the user’s own organisations', () => {
  /** In `below`, which the caller sees, and in `otherBelow`, which they do not see. */
  let both: TestUser
  beforeEach(async () => {
    both = await addUser(orgs.below)
    await app.sql('delete from user_roles where user_id = $1', [both.id])
    await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
      companyId,
      both.id,
      orgs.otherBelow,
    ])
  })
  const giveTo = (roleId: string, user: TestUser) =>
    call(app, assignRoles, { params: { id: user.id }, body: { roles: [{ roleId }], mode: 'add', version: 1 } })

  it('is given where it shows only users whom the caller sees', async () => {
    expect((await giveTo(mate.roleId, both)).done).toMatchObject({ code: 2005, errors: [{ field: 'roles' }] })
    await app.sql('delete from user_orgs where user_id = $1 and org_id = $2', [both.id, orgs.otherBelow])
    expect((await giveTo(mate.roleId, both)).done.code).toBe(0)
  })
  it('comes with an organisation likewise', async () => {
    await app.sql(`insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, '{}')`, [
      companyId,
      orgs.mine,
      mate.roleId,
    ])
    const join = (user: TestUser) => call(app, changeMembers, { ...at('mine'), body: { add: [user.id] } })
    expect((await join(both)).done.code).toBe(2005)
    expect((await join(mate)).done.code).toBe(0)
  })
  it('is bound to an organisation only if its members belong to none outside', async () => {
    const bind = async () => {
      const [{ version } = {}] = await app.sql('select version from orgs where id = $1', [orgs.below])
      return call(app, replaceRoles, { ...at('below'), body: { roleIds: [mate.roleId], version: Number(version) } })
    }
    expect((await bind()).done.code).toBe(2005)
    await app.sql('delete from user_orgs where user_id = $1 and org_id = $2', [both.id, orgs.otherBelow])
    expect((await bind()).done.code).toBe(0)
  })
  it('makes whom it shows more than the caller sees stronger than the caller', async () => {
    const lockUser = (user: TestUser) =>
      call(app, userStatusContract.lock, { params: { id: user.id }, body: { reason: '离岗', until: null } })
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      both.id,
      mate.roleId,
    ])
    expect((await lockUser(both)).done.code).toBe(2005)
    expect((await lockUser(mate)).done.code).toBe(0)
  })
})
