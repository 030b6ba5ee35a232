import { randomUUID } from 'node:crypto'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../../test/factories.ts'

setUpUsers()

import {
  add,
  app,
  assign,
  callConfirmed,
  companyId,
  createRole,
  inSeconds,
  readUser,
  setUpUsers,
  updateUser,
  userRights,
} from '../../../../../test/users-stage.ts'

const { update } = usersContract
const { roles } = userRolesContract

let editor: string
let editorId: string
let sales: string
let research: string
const createOrganization = async (name: string) => {
  const id = randomUUID()
  await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    id,
    name,
    `/${id}/`,
  ])
  return id
}
const createPost = async (ofCompany = companyId) => {
  const id = randomUUID()
  await app.sql(
    `insert into posts (company_id, id, name, code, level, created_by, updated_by)
       values ($1, $2, '销售经理', $3, 1, '{}', '{}')`,
    [ofCompany, id, id.slice(0, 20)],
  )
  return id
}
beforeEach(async () => {
  const user = await buildUser(app, { companyId, permissions: [...userRights, 'sysOrgs:members'] })
  editorId = user.id
  editor = await app.signIn(user)
  ;[sales, research] = [await createOrganization('销售部'), await createOrganization('研发部')]
})

const readBody = async (id: string, rest: object) => {
  const { name, phone, email, sex, expireTime, remark, version } = await readUser(id)
  return { name, phone, email, sex: sex as 0, expireTime, remark, version, ...rest }
}
const edit = async (id: string, rest: object, by = editor) => {
  const body = await readBody(id, rest)
  return callConfirmed((headers) => app.call(update, { params: { id }, body }, by, headers))
}
const readMemberships = async (id: string) =>
  (await readUser(id)).orgs.map(({ orgName, primary, duty, post }) => [orgName, primary, duty, post])
const assignedTo = async (id: string) => (await app.call(roles, { params: { id } }, editor)).data?.assigned ?? []

describe('an edited user', () => {
  it('gets roles and organisations with posts in the same save, after the impact is shown', async () => {
    const [weak, postId] = [await createRole(['sysUsers:list']), await createPost()]
    const { id, account } = await add()
    const orgs = [
      { orgId: research, primary: false, duty: 'leader', postId },
      { orgId: sales, primary: true },
    ]
    const requested = { name: '韩梅梅', roles: [{ roleId: weak, reason: '值班' }], orgs }
    const shown = await app.call(update, { params: { id }, body: await readBody(id, requested) }, editor)
    expect(shown).toMatchObject({
      code: 111,
      data: { impact: { gainingUsers: 1, gained: [{ code: 'sysUsers:list' }] } },
    })
    expect(await readMemberships(id)).toEqual([])
    expect((await edit(id, requested)).code).toBe(0)
    expect((await readUser(id)).name).toBe('韩梅梅')
    expect(await readMemberships(id)).toEqual([
      ['销售部', true, 'member', ''],
      ['研发部', false, 'leader', '销售经理'],
    ])
    expect(await assignedTo(id)).toMatchObject([{ roleId: weak, reason: '值班' }])
    const logged = await app.sql(
      `select event, after from audit_log where company_id = $1 and event ~ '^(user.updated|organization|role)' order by event`,
      [companyId],
    )
    expect(logged.map(({ event }) => event)).toEqual([
      'organization.memberChanged',
      'organization.membersChanged',
      'organization.membersChanged',
      'role.membersChanged',
      'user.updated',
    ])
    expect(logged.at(-1)?.after).toMatchObject({ name: '韩梅梅', roles: [{ roleId: weak }] })
    expect(logged[1]?.after).toEqual({ members: [account] })

    // Moves on: the primary organisation is left, the other one takes its place.
    expect((await edit(id, { orgs: [{ orgId: research, duty: 'leader', postId }] })).code).toBe(0)
    expect(await readMemberships(id)).toEqual([['研发部', true, 'leader', '销售经理']])
  })
  it('keeps roles and organisations that are not sent', async () => {
    const { id } = await add()
    const roleId = await createRole([])
    expect((await edit(id, { roles: [{ roleId }], orgs: [{ orgId: sales }] })).code).toBe(0)
    expect((await updateUser(id, { name: '韩梅梅' })).code).toBe(0)
    expect([await readMemberships(id), await assignedTo(id)]).toMatchObject([
      [['销售部', true, 'member', '']],
      [{ roleId }],
    ])
  })
  it('keeps roles beyond the rights of the editor, who can neither grant nor revoke them', async () => {
    const strong = await createRole(['sysBases:edit'])
    const { id } = await add()
    expect(await edit(id, { roles: [{ roleId: strong }] })).toMatchObject({ code: 2005, errors: [{ field: 'roles' }] })
    const limited = await createRole([])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, id, limited])
    // The role of the editor only lets them assign itself.
    const [own] = await app.sql('select role_id from user_roles where user_id = $1', [editorId])
    await app.sql('insert into role_assignable (company_id, role_id, assignable_id) values ($1, $2, $2)', [
      companyId,
      own?.role_id,
    ])
    expect((await edit(id, { name: '韩梅梅', roles: [{ roleId: limited }] })).code).toBe(0)
    expect((await edit(id, { roles: [] })).code).toBe(2005)
    expect(await assignedTo(id)).toMatchObject([{ roleId: limited, grantable: false }])
  })
  it('needs the right of the call that changes only roles or only members', async () => {
    const { id } = await add()
    const signInWith = async (...permissions: string[]) =>
      app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:edit', 'sysUsers:get', ...permissions] }))
    const roleId = await createRole([])
    expect((await edit(id, { roles: [{ roleId }] }, await signInWith('sysOrgs:members'))).code).toBe(403)
    expect((await edit(id, { orgs: [{ orgId: sales }] }, await signInWith('sysUsers:roles'))).code).toBe(403)
    expect((await edit(id, { name: '韩梅梅' }, await signInWith())).code).toBe(0)
  })
  it('is refused like the single calls: unknown organisations and posts, own roles, past ends, old versions', async () => {
    const { id } = await add()
    const roleId = await createRole([])
    const refusal = async (rest: object, of = id) => {
      const { code, errors } = await edit(of, rest)
      return [code, errors?.[0]?.field]
    }
    expect(await refusal({ orgs: [{ orgId: randomUUID() }] })).toEqual([3117, 'orgs'])
    expect(await refusal({ orgs: [{ orgId: sales, postId: randomUUID() }] })).toEqual([3110, 'orgs'])
    expect(await refusal({ roles: [{ roleId, expireTime: inSeconds(-60) }] })).toEqual([2015, 'roles.0.expireTime'])
    expect(await refusal({ roles: [] }, editorId)).toEqual([2004, undefined])
    expect(await refusal({ roles: [{ roleId }], version: 99 })).toEqual([409, undefined])
    await app.sql('update orgs set status = 0 where id = $1', [sales])
    expect(await refusal({ orgs: [{ orgId: sales }] })).toEqual([3116, 'orgs'])
    expect([await readMemberships(id), await assignedTo(id)]).toEqual([[], []])
  })
  it('changes nothing in a dry run', async () => {
    const { id } = await add()
    const payload = await readBody(id, { name: '韩梅梅' })
    const url = `/api/sys/users/${id}/v1?dryRun=1`
    const answer = await app.server.inject({ method: 'PUT', url, headers: { token: editor }, payload })
    expect(answer.json()).toMatchObject({ code: 111, data: { impact: { affectedUsers: 1, gained: [] } } })
    expect((await readUser(id)).name).toBe('李雷')
  })
  it('is refused if the company would lose its last administrator', async () => {
    const roleId = await createRole(userRights)
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [roleId])
    const { id } = await add()
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, id, roleId])
    await app.sql('delete from user_roles where role_id = $1 and user_id <> $2', [roleId, id])
    expect((await edit(id, { roles: [] })).code).toBe(2003)
    expect((await assign(id, [])).code).toBe(2003)
  })
})
