import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../../test/factories.ts'
import { dataAs } from '../../../../../test/loosely-typed.ts'
import {
  add,
  admin,
  app,
  assign,
  callConfirmed,
  companyId,
  createBody,
  createRole,
  eventually,
  inSeconds,
  listAccounts,
  readUser,
  removeUser,
  root,
  setUpUsers,
  token,
  updateUser,
  userRights,
} from '../../../../../test/users-stage.ts'
import { usersRetention } from '../users.feature.ts'

setUpUsers()

const { get, create, bin, reset } = usersContract
const { remove, restore, lock, unlock, disable, enable } = userStatusContract
const { loginInfo } = sessionContract

describe('locking', () => {
  it('ends sessions, shows who, why and until when, and can be undone', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const until = inSeconds(3600)
    const body = { reason: '离职交接', until }
    const locked = await callConfirmed((headers) => app.call(lock, { params: { id: user.id }, body }, token, headers))
    expect(locked.code).toBe(0)
    expect(await app.call(loginInfo, {}, session)).toMatchObject({ code: 101, msg: '账号已被锁定，请联系管理员' })
    await expect(app.signIn(user)).rejects.toThrow()
    expect(await readUser(user.id)).toMatchObject({
      status: 2,
      lock: { reason: '离职交接', by: { id: admin.id }, until },
    })
    expect((await app.call(lock, { params: { id: user.id }, body: { reason: '再' } }, token)).code).toBe(2012)
    expect((await app.call(unlock, { params: { id: user.id } }, token)).code).toBe(0)
    expect((await app.call(unlock, { params: { id: user.id } }, token)).code).toBe(2013)
    await app.signIn(user)
  })
  it('expires by itself', async () => {
    const user = await add()
    await app.call(lock, { params: { id: user.id }, body: { reason: '短', until: inSeconds(1) } }, token)
    expect((await readUser(user.id)).status).toBe(2)
    await eventually(async () => expect((await readUser(user.id)).status).toBe(1))
    expect((await readUser(user.id)).lock).toBeNull()
    await app.signIn(user)
  })
})

describe('disabling', () => {
  const disableUser = (id: string) => callConfirmed((headers) => app.call(disable, { params: { id } }, token, headers))
  it('ends sessions and prevents sign-in until enabled', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const shown = await app.call(disable, { params: { id: user.id } }, token)
    expect(shown).toMatchObject({ code: 111, data: { impact: { sessions: 1 } } })
    expect((await disableUser(user.id)).code).toBe(0)
    expect(await app.call(loginInfo, {}, session)).toMatchObject({ code: 101, msg: '账号已停用' })
    await expect(app.signIn(user)).rejects.toThrow()
    expect(await readUser(user.id)).toMatchObject({ status: 0, disabled: true, lock: null })
    expect(await listAccounts({ 'f.status': '0' })).toEqual([user.account])
    expect((await disableUser(user.id)).code).toBe(2020)
    expect((await app.call(enable, { params: { id: user.id } }, token)).code).toBe(0)
    expect((await app.call(enable, { params: { id: user.id } }, token)).code).toBe(2021)
    await app.signIn(user)
    const auditRows = await app.sql(
      `select event from audit_log where entity_id = $1 and ok and event <> $2 order by seq`,
      [user.id, 'user.created'],
    )
    expect(auditRows.map(({ event }) => event)).toEqual(expect.arrayContaining(['user.disabled', 'user.enabled']))
  })
  it('is independent of expiry and locks', async () => {
    const user = await add({ expireTime: inSeconds(1) })
    await eventually(async () => expect(await readUser(user.id)).toMatchObject({ status: 0, disabled: false }))
    expect((await app.call(enable, { params: { id: user.id } }, token)).code).toBe(2021)
    const other = await add()
    await app.call(lock, { params: { id: other.id }, body: { reason: '查' } }, token)
    expect((await disableUser(other.id)).code).toBe(0)
    expect(await readUser(other.id)).toMatchObject({ status: 0, lock: null })
    await app.call(enable, { params: { id: other.id } }, token)
    expect(await readUser(other.id)).toMatchObject({ status: 2, lock: { reason: '查' } })
  })
})

describe('account expiry', () => {
  it('ends sessions and prevents sign-in without further action', async () => {
    const user = await add({ expireTime: inSeconds(2.5) })
    const session = await app.signIn(user)
    expect((await app.call(loginInfo, {}, session)).code).toBe(0)
    await eventually(async () => {
      expect(await app.call(loginInfo, {}, session)).toMatchObject({ code: 101, msg: '账号已停用' })
    })
    await expect(app.signIn(user)).rejects.toThrow()
    expect((await readUser(user.id)).status).toBe(0)
  })
})

describe('the impact of removing a user', () => {
  const readImpact = async (id: string, body: { handoverTo?: string } = {}) => {
    const { code, data } = await app.call(remove, { params: { id }, body }, token)
    return { code, ...dataAs<{ impact: object; confirmToken: string } | null>({ data }) }
  }
  const invite = (by: string, expires = '1 day', uses = 0) =>
    app.sql(
      `insert into invitations (company_id, id, code, uses, expires_at, created_by)
       values ($1, gen_random_uuid(), gen_random_uuid()::text, $2, now() + $3::interval, json_build_object('id', $4::text, 'name', '旧'))`,
      [companyId, uses, expires, by],
    )
  const inviters = async () =>
    (
      await app.sql(`select created_by->>'id' as id from invitations where company_id = $1 order by 1`, [companyId])
    ).map(({ id }) => id)

  it('needs no confirmation if nothing else ends', async () => {
    const user = await add({ roleIds: [await createRole(['sysUsers:list'])] })
    expect((await app.call(lock, { params: { id: user.id }, body: { reason: '试' } }, token)).code).toBe(0)
    expect((await app.call(remove, { params: { id: user.id } }, token)).code).toBe(0)
  })
  it('shows sessions, roles, requests and usable invitations first', async () => {
    const user = await add({ roleIds: [await createRole(['sysUsers:list'])] })
    const session = await app.signIn(user)
    await app.sql(
      `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
       values ($1, gen_random_uuid(), $2, 'sysBases:list', '', '')`,
      [companyId, user.id],
    )
    await invite(user.id)
    await invite(user.id, '-1 day')
    await invite(user.id, '1 day', 1)
    await invite(admin.id)
    const preview = await readImpact(user.id)
    expect(preview).toMatchObject({
      code: 111,
      impact: { sessions: 1, roles: [expect.any(String)], accessRequests: 1, invitations: 1, handover: null },
    })
    const locking = await app.call(lock, { params: { id: user.id }, body: { reason: '试' } }, token)
    expect(locking).toMatchObject({ code: 111, data: { impact: preview.impact } })
    expect((await app.call(loginInfo, {}, session)).code).toBe(0)
    const stale = { 'x-confirm': preview.confirmToken ?? '' }
    await app.signIn(user)
    expect((await app.call(remove, { params: { id: user.id }, body: {} }, token, stale)).code).toBe(111)
    expect((await removeUser(user.id)).code).toBe(0)
    expect(await inviters()).toEqual([admin.id, user.id, user.id, user.id].sort())
  })
  it('hands usable invitations over to an active user of the company', async () => {
    const [user, successor, deleted] = [await add(), await add(), await add()]
    await invite(user.id)
    await invite(user.id, '-1 day')
    await removeUser(deleted.id)
    const stranger = await buildUser(app, { companyId: await buildCompany(app, `别家${randomUUID()}`) })
    for (const handoverTo of [deleted.id, user.id, stranger.id, randomUUID()])
      expect(await removeUser(user.id, { handoverTo })).toMatchObject({ code: 2016, errors: [{ field: 'handoverTo' }] })
    expect((await readImpact(user.id, { handoverTo: successor.id })).impact).toMatchObject({
      handover: { id: successor.id },
    })
    expect((await removeUser(user.id, { handoverTo: successor.id })).code).toBe(0)
    expect(await inviters()).toEqual([successor.id, user.id].sort())
    const [logged] = await app.sql(
      `select after from audit_log where event = 'user.removed' and ok and entity_id = $1`,
      [user.id],
    )
    expect(logged?.after).toEqual({ handover: successor.name })
  })
})

describe('the recycle bin', () => {
  it('keeps deleted users, ends their sessions and can restore them', async () => {
    const user = await add()
    const session = await app.signIn(user)
    expect((await removeUser(user.id)).code).toBe(0)
    expect((await app.call(loginInfo, {}, session)).code).toBe(101)
    expect(await listAccounts()).not.toContain(user.account)
    expect((await app.call(get, { params: { id: user.id } }, token)).code).toBe(404)
    const [row] = (await app.call(bin, { query: { search: user.account } }, token)).data ?? []
    expect(row).toMatchObject({ id: user.id, deleteBy: { id: admin.id } })
    expect((await app.call(restore, { params: { id: user.id } }, token)).code).toBe(0)
    await app.signIn(user)
  })
  it('deletes users after thirty days and releases their account', async () => {
    const user = await add()
    await app.call(remove, { params: { id: user.id } }, token)
    await app.sql(`update users set deleted_at = now() - interval '31 days' where id = $1`, [user.id])
    for (const statement of usersRetention) await app.sql(statement)
    expect((await app.call(create, { body: createBody({ account: user.account }) }, token)).code).toBe(0)
  })
})

describe('the last administrator', () => {
  const rootRole = async () => String((await app.sql(`select id from roles where code = 'platform-root'`))[0]?.id)
  const createPlatformAdmin = async () => {
    const platform = await readPlatformCompany(app)
    const second = await buildUser(app, { companyId: platform })
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      platform,
      second.id,
      await rootRole(),
    ])
    return { ...second, token: await app.signIn(second) }
  }
  it('of the platform cannot be locked, disabled, deleted, expired or stripped; with two, one can', async () => {
    const second = await createPlatformAdmin()
    const adminId = String((await app.sql(`select id from users where account = 'admin'`))[0]?.id)
    // The second administrator expires, so the first is the last permanent one.
    await app.sql(`update users set expire_at = now() + interval '1 day' where id = $1`, [second.id])
    const params = { id: adminId }
    const refused = { code: 2003, msg: '不能停用最后一个管理员' }
    expect(await app.call(lock, { params, body: { reason: '试' } }, second.token)).toMatchObject(refused)
    expect(await app.call(disable, { params }, second.token)).toMatchObject(refused)
    expect(await app.call(remove, { params }, second.token)).toMatchObject(refused)
    expect(await updateUser(adminId, { expireTime: inSeconds(3600) }, second.token)).toMatchObject(refused)
    expect(await assign(adminId, [], 'replace', second.token)).toMatchObject(refused)
    expect((await readUser(adminId, second.token)).status).toBe(1)
    await app.sql('update users set expire_at = null where id = $1', [second.id])
    const locking = { id: second.id }
    const locked = await callConfirmed((headers) =>
      app.call(lock, { params: locking, body: { reason: '试' } }, root, headers),
    )
    expect(locked.code).toBe(0)
  })
  it('of a company is the last assignee of its administrator role', async () => {
    const companyAdmin = await buildUser(app, { companyId, permissions: userRights })
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [companyAdmin.roleId])
    expect((await app.call(remove, { params: { id: companyAdmin.id } }, token)).code).toBe(2003)
    const { id } = await add({ roleIds: [companyAdmin.roleId] })
    expect((await app.call(remove, { params: { id: companyAdmin.id } }, token)).code).toBe(0)
    expect((await assign(id, [{ roleId: companyAdmin.roleId, expireTime: inSeconds(3600) }])).code).toBe(2003)
  })
  it('remains when the last two are locked concurrently', async () => {
    const admins = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admins[0]?.roleId])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      admins[1]?.id,
      admins[0]?.roleId,
    ])
    const locking = admins.map(({ id }) => app.call(lock, { params: { id }, body: { reason: '同时' } }, token))
    expect((await Promise.all(locking)).map(({ code }) => code).sort()).toEqual([0, 2003])
  })
})

describe('one’s own account', () => {
  it('cannot be locked, disabled, deleted, reset or given roles', async () => {
    const params = { id: admin.id }
    const refused = { code: 2004, msg: '不能操作自己' }
    expect(await app.call(lock, { params, body: { reason: '试' } }, token)).toMatchObject(refused)
    expect(await app.call(disable, { params }, token)).toMatchObject(refused)
    expect(await app.call(remove, { params }, token)).toMatchObject(refused)
    expect(await app.call(reset, { params, body: {} }, token)).toMatchObject(refused)
    expect(await assign(admin.id, [], 'add')).toMatchObject(refused)
  })
})
