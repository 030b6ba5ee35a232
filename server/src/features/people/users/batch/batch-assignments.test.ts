import { randomUUID } from 'node:crypto'
import { type BatchImpact, userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../../test/factories.ts'

setUpUsers()

import {
  add,
  admin,
  app,
  companyId,
  createRole,
  inSeconds,
  readUser,
  setUpUsers,
  token,
  userRights,
} from '../../../../../test/users-stage.ts'

const { batch } = userBatchContract
type Body = Parameters<typeof app.call<typeof batch>>[1]['body']
type Action = Extract<Body, { params: object }>

let role: string
beforeEach(async () => {
  role = await createRole(['sysUsers:list'])
})
const run = async (body: Action, by = token) => {
  const { first, done, impact } = await callAndConfirm(app, batch, { body }, by)
  return { first, done, impact: impact as BatchImpact | undefined }
}
const grant = (ids: string[], params: object = {}, by = token) =>
  run({ action: 'grantRole', ids, params: { roleId: role, ...params } }, by)
const revoke = (ids: string[], roleId = role) => run({ action: 'revokeRole', ids, params: { roleId } })
const readRoles = async (id: string) =>
  (await app.call(userRolesContract.roles, { params: { id } }, token)).data?.assigned ?? []
const codes = (failed: { id: string; code: number }[] | undefined) =>
  Object.fromEntries(failed?.map(({ id, code }) => [id, code]) ?? [])

describe('a role granted to many users', () => {
  it('shows first who gains what and who is refused, then each outcome', async () => {
    const [first, second, holder] = [await add(), await add(), await add({ roleIds: [role] })]
    const strong = await buildUser(app, { companyId, permissions: ['sysBases:edit'] })
    const ids = [first.id, second.id, holder.id, strong.id, admin.id]
    const expireTime = inSeconds(3600)
    const { first: shown, impact, done } = await grant(ids, { expireTime, reason: '盘点' })
    expect(shown.code).toBe(111)
    expect(impact).toMatchObject({
      total: 5,
      sessions: 0,
      roles: [],
      grants: { gainingUsers: 2, losingUsers: 0, gained: [{ code: 'sysUsers:list', users: 2 }] },
    })
    expect(codes(impact?.refused)).toEqual({ [holder.id]: 2023, [strong.id]: 2005, [admin.id]: 2004 })
    expect(done.data).toMatchObject({ total: 5, ok: 2 })
    expect(done.data?.failed).toEqual(impact?.refused)
    expect(await readRoles(first.id)).toMatchObject([
      { roleId: role, expireTime, reason: '盘点', grantBy: { id: admin.id } },
    ])
    const events = await app.sql(
      `select event from audit_log where company_id = $1 and event ~ 'batchChanged|rolesChanged|membersChanged' order by event`,
      [companyId],
    )
    expect(events.map(({ event }) => event)).toEqual([
      'role.membersChanged',
      'role.membersChanged',
      'user.batchChanged',
      'user.rolesChanged',
      'user.rolesChanged',
    ])
  })
  it('changes nothing unless confirmed', async () => {
    const { id } = await add()
    const body = { action: 'grantRole' as const, ids: [id], params: { roleId: role } }
    expect((await app.call(batch, { body }, token)).code).toBe(111)
    expect(await readRoles(id)).toEqual([])
  })
  it('must be one that the caller can grant, with an end in the future', async () => {
    const { id } = await add()
    role = await createRole(['sysBases:edit'])
    expect(codes((await grant([id])).done.data?.failed)).toEqual({ [id]: 2005 })
    expect((await grant([id], { expireTime: inSeconds(-60) })).done).toMatchObject({
      code: 2015,
      errors: [{ field: 'params.expireTime' }],
    })
    const locker = await buildUser(app, { companyId, permissions: ['sysUsers:list', 'sysUsers:lock'] })
    expect((await grant([id], {}, await app.signIn(locker))).done.code).toBe(403)
  })
})

describe('a role revoked from many users', () => {
  it('is revoked from those who hold it directly', async () => {
    const [holder, other] = [await add({ roleIds: [role] }), await add()]
    const { impact, done } = await revoke([holder.id, other.id])
    expect(impact?.grants).toMatchObject({ losingUsers: 1, lost: [{ code: 'sysUsers:list', users: 1 }] })
    expect(codes(done.data?.failed)).toEqual({ [other.id]: 2024 })
    expect(await readRoles(holder.id)).toEqual([])
  })
  it('stays with the last administrator', async () => {
    const { id } = await add({ roleIds: [role] })
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [role])
    await app.sql('delete from user_roles where role_id = $1 and user_id <> $2', [role, id])
    expect(codes((await revoke([id])).done.data?.failed)).toEqual({ [id]: 2003 })
  })
})

describe('users moved to one organisation', () => {
  const createOrganization = async (name: string, above = '/') => {
    const id = randomUUID()
    await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
      companyId,
      id,
      name,
      `${above}${id}/`,
    ])
    return id
  }
  it('leave their primary one, keep the others, and hold the roles of the new one', async () => {
    const [sales, research, project] = [
      await createOrganization('销售部'),
      await createOrganization('研发部'),
      await createOrganization('项目组'),
    ]
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [companyId, research, role, '{}'])
    const mover = await app.signIn(await buildUser(app, { companyId, permissions: [...userRights, 'sysOrgs:members'] }))
    const join = (userId: string, orgId: string, primary: boolean) =>
      app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary) values ($1, $2, $3, $4)', [
        companyId,
        userId,
        orgId,
        primary,
      ])
    const [member, newcomer, there] = [await add(), await add(), await add()]
    await join(member.id, sales, true)
    await join(member.id, project, false)
    await join(there.id, research, true)
    const ids = [member.id, newcomer.id, there.id]
    const { impact, done } = await run({ action: 'moveToOrg', ids, params: { orgId: research } }, mover)
    expect(impact?.grants).toMatchObject({ gainingUsers: 2, gained: [{ code: 'sysUsers:list' }] })
    expect(codes(done.data?.failed)).toEqual({ [there.id]: 2025 })
    const readOrganizations = async (id: string) =>
      (await readUser(id)).orgs.map(({ orgName, primary }) => [orgName, primary])
    expect(await readOrganizations(member.id)).toEqual([
      ['研发部', true],
      ['项目组', false],
    ])
    expect(await readOrganizations(newcomer.id)).toEqual([['研发部', true]])

    await app.sql('update orgs set status = 0 where id = $1', [sales])
    const stopped = await run({ action: 'moveToOrg', ids: [newcomer.id], params: { orgId: sales } }, mover)
    expect(codes(stopped.done.data?.failed)).toEqual({ [newcomer.id]: 3116 })
    const body = { action: 'moveToOrg' as const, ids, params: { orgId: research } }
    expect((await app.call(batch, { body }, token)).code).toBe(403)
  })
})
