import { randomUUID } from 'node:crypto'
import {
  noticeDays,
  type ReleaseTime,
  type Term,
  termsContract,
} from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { type CompanyStage, createCompanyStage } from '../../../../test/company-stage.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createLimits } from '../../../kernel/limits.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { createMessages } from '../../communication/messages/index.ts'
import { createSettings } from '../../system/base-parameters/index.ts'
import { createTermNotices } from './term-notices.ts'

const { terms, extendTerms, releaseTerms } = termsContract
const rights = ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit', 'sysUsers:roles']
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

let app: TestApp
let companyId: string
let admin: CompanyStage['admin']
let token: string
let buildMember: CompanyStage['buildMember']
let listEvents: CompanyStage['listEvents']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, admin, token, buildMember, listEvents } = await createCompanyStage(app, rights))
})

/** A user with one expiring role. */
const buildWithRole = async (days: number, permissions: string[] = []) => {
  const user = await buildMember(permissions)
  const expireTime = inDays(days)
  await app.sql(`update user_roles set expires_at = $2, reason = '借调' where user_id = $1`, [user.id, expireTime])
  const term: Term = { userId: user.id, roleId: user.roleId, expireTime }
  return { ...user, term }
}
/** A user with an expiring account. */
const buildWithAccount = async (days: number) => {
  const user = await buildMember()
  const expireTime = inDays(days)
  await app.sql('update users set expire_at = $2 where id = $1', [user.id, expireTime])
  return { ...user, term: { userId: user.id, roleId: null, expireTime } satisfies Term }
}
const list = async (query: object = {}, by = token) => (await app.call(terms, { query }, by)).data ?? []
const idsIn = async (query: object = {}, by = token) => (await list(query, by)).map(({ userId }) => userId)
const extend = (chosen: Term[], until: string, by = token) =>
  app.call(extendTerms, { body: { terms: chosen, until } }, by)
const release = (chosen: Term[], when: ReleaseTime, by = token) =>
  callAndConfirm(app, releaseTerms, { body: { terms: chosen, when } }, by)
const readAssignments = async (userId: string) =>
  (await app.call(userRolesContract.roles, { params: { id: userId } }, token)).data?.assigned ?? []

describe('expiring terms', () => {
  it('are listed for ninety days ahead by default, soonest first', async () => {
    const [account, role, later] = [await buildWithAccount(2), await buildWithRole(1), await buildWithRole(20)]
    const last = await buildWithRole(80)
    await buildWithRole(100)
    await buildWithRole(-1)
    expect(await idsIn()).toEqual([role.id, account.id, later.id, last.id])
    const found = await list({ 'f.days': 3 })
    expect(found).toMatchObject([
      { userId: role.id, roleId: role.roleId, roleName: role.roleName, reason: '借调', released: false, self: false },
      { userId: account.id, roleId: null, roleName: '', released: false },
    ])
    expect(await idsIn({ 'f.days': 30 })).toEqual([role.id, account.id, later.id])
    expect(await idsIn({ 'f.days': 30, search: later.account })).toEqual([later.id])
    for (const days of [0, 91]) expect((await app.call(terms, { query: { 'f.days': days } }, token)).code).toBe(400)
  })
  it('exclude other companies and deleted users, and accounts without the permission to edit users', async () => {
    const [account, role, gone] = [await buildWithAccount(1), await buildWithRole(1), await buildWithRole(1)]
    await app.sql('update users set deleted_at = now() where id = $1', [gone.id])
    const without = rights.filter((right) => right !== 'sysUsers:edit')
    const grantor = await app.signIn(await buildMember(without))
    expect(await idsIn({}, grantor)).toEqual([role.id])
    expect((await extend([account.term], inDays(9), grantor)).code).toBe(403)
    const narrow = await buildMember(rights)
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    const seeing = await app.signIn(narrow)
    expect(await list({}, seeing)).toEqual([])
    expect((await extend([role.term], inDays(9), seeing)).data).toMatchObject({ ok: 0, failed: [{ code: 404 }] })
    const stranger = await app.signIn(
      await buildUser(app, { companyId: await buildCompany(app, '别家'), permissions: rights }),
    )
    expect(await list({}, stranger)).toEqual([])
    expect((await extend([role.term], inDays(9), stranger)).data).toMatchObject({ ok: 0, failed: [{ code: 404 }] })
  })
})

describe('extending', () => {
  it('handles many terms, each under the rules of assigning roles and editing accounts', async () => {
    const [role, account] = [await buildWithRole(1), await buildWithAccount(1)]
    const strong = await buildWithRole(1, ['sysBases:edit'])
    await app.sql(`update user_roles set expires_at = $2 where user_id = $1`, [admin.id, inDays(1)])
    const [own] = (await list()).filter(({ self }) => self)
    const ownTerm: Term = { userId: admin.id, roleId: admin.roleId, expireTime: own?.expireTime ?? '' }
    const until = inDays(30)
    const { data } = await extend([role.term, account.term, strong.term, ownTerm], until)
    expect(data).toMatchObject({ total: 4, ok: 2 })
    expect(Object.fromEntries(data?.failed.map(({ id, code }) => [id, code]) ?? [])).toEqual({
      [`${strong.id}.${strong.roleId}`]: 2005,
      [`${admin.id}.${admin.roleId}`]: 2004,
    })
    expect(await readAssignments(role.id)).toMatchObject([{ expireTime: until, reason: '借调' }])
    expect((await app.call(usersContract.get, { params: { id: account.id } }, token)).data?.expireTime).toBe(until)
    expect(await listEvents(role.id)).toEqual(['user.rolesChanged'])
    expect(await listEvents(account.id)).toEqual(['user.updated'])
    expect(await listEvents(strong.id)).toEqual([])
    const [logged] = await app.sql(`select after from audit_log where event = 'term.extended' and company_id = $1`, [
      companyId,
    ])
    expect(logged?.after).toMatchObject({ expireTime: until, done: ['张伟', '张伟'] })
  })
  it('rejects an earlier end and a stale one', async () => {
    const role = await buildWithRole(2)
    expect((await extend([role.term], inDays(1))).data?.failed).toMatchObject([{ code: 2151 }])
    expect(await extend([role.term], inDays(-1))).toMatchObject({ code: 2015, errors: [{ field: 'until' }] })
    expect((await extend([{ ...role.term, expireTime: inDays(1) }], inDays(9))).data?.failed).toMatchObject([
      { code: 2150, msg: '期限已变更，请刷新后重试' },
    ])
  })
})

describe('releasing', () => {
  it('as planned revokes nothing, marks the term, and is undone by another end', async () => {
    const [role, account] = [await buildWithRole(1), await buildWithAccount(1)]
    const { first } = await release([role.term, account.term], 'end')
    expect(first).toMatchObject({ code: 0, data: { ok: 2, failed: [] } })
    expect((await list()).map(({ released }) => released)).toEqual([true, true])
    expect(await readAssignments(role.id)).toMatchObject([{ inForce: true }])
    expect(await listEvents(role.id)).toEqual(['term.released'])
    await extend([role.term], inDays(2))
    expect((await list()).filter(({ userId }) => userId === role.id)).toMatchObject([{ released: false }])
  })
  it('at once confirms its impact, ends sessions of accounts, and appears on every timeline', async () => {
    const [role, account] = [await buildWithRole(1), await buildWithAccount(1)]
    const strong = await buildWithRole(1, ['sysBases:edit'])
    const inside = await app.signIn(account)
    const { first, impact, done } = await release([role.term, account.term, strong.term], 'now')
    expect(first.code).toBe(111)
    expect(impact).toEqual({
      total: 3,
      refused: [{ id: `${strong.id}.${strong.roleId}`, code: 2005, msg: expect.any(String) }],
      roles: [{ name: role.roleName, users: 1 }],
      accounts: 1,
    })
    expect(done.data).toMatchObject({ total: 3, ok: 2 })
    expect(await readAssignments(role.id)).toEqual([])
    expect(await readAssignments(strong.id)).toHaveLength(1)
    expect((await app.call(usersContract.list, {}, inside)).code).toBe(101)
    expect(await listEvents(role.id)).toEqual(['user.rolesChanged'])
    expect(await listEvents(role.roleId)).toEqual(['role.membersChanged'])
    expect(await idsIn()).toEqual([strong.id])
  })
  it('changes nothing until confirmed', async () => {
    const [role, account] = [await buildWithRole(1), await buildWithAccount(1)]
    const body = { terms: [role.term, account.term], when: 'now' as const }
    expect((await app.call(releaseTerms, { body }, token)).code).toBe(111)
    expect(await idsIn()).toEqual([role.id, account.id])
    expect(await readAssignments(role.id)).toHaveLength(1)
  })
  it('rejects the caller’s own terms, and those of the last administrator', async () => {
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
    const other = await buildMember(rights)
    const by = await app.signIn(other)
    await app.sql('update users set expire_at = $2 where id = $1', [admin.id, inDays(1)])
    const [row] = await list({}, by)
    const term: Term = { userId: admin.id, roleId: null, expireTime: row?.expireTime ?? '' }
    expect((await release([term], 'end')).done.data?.failed).toMatchObject([{ code: 2004 }])
    expect((await release([term], 'now', by)).done.data?.failed).toMatchObject([{ code: 2003 }])
  })
})

/** Uses the app's database and its key. */
const createTestMessages = ({ database }: TestApp) => {
  const [limits, secrets] = [createLimits(database), createSecrets('a secret key for tests only, 32 characters')]
  const settings = createSettings(database, secrets)
  const unwatched = { wakeJob: () => undefined, onError: () => undefined }
  return createMessages({ database, limits, secrets, settings, outboxFolder: '', ...unwatched })
}

describe('mail about expiring terms', () => {
  const messages = () =>
    app.sql(`select id from messages where company_id = $1 and template = 'termsEnding'`, [companyId])
  it('goes to administrators once, at most daily', async () => {
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [admin.id, address])
    const { notifyDue } = createTermNotices({ database: app.database, messages: createTestMessages(app) })
    await notifyDue()
    expect(await messages()).toEqual([])
    const [role] = [await buildWithRole(1), await buildWithAccount(1), await buildWithRole(noticeDays + 1)]
    await Promise.all([notifyDue(), notifyDue()])
    await notifyDue()
    expect(await messages()).toHaveLength(1)
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === address), { timeout: 5000 })
      .toMatchObject([{ text: expect.stringContaining('有 1 项角色授予、1 个账号将在 3 天内到期') }])
    const dayLater = () =>
      app.sql(`update term_notices set notified_at = notified_at - interval '25 hours' where company_id = $1`, [
        companyId,
      ])
    await app.sql(`update user_roles set granted_at = now() - interval '9 days' where company_id = $1`, [companyId])
    await app.sql(`update users set updated_at = now() - interval '9 days' where company_id = $1`, [companyId])
    await dayLater()
    await notifyDue()
    expect(await messages()).toHaveLength(1)
    await release([role.term], 'end')
    const fresh = await buildWithRole(2)
    await notifyDue()
    expect(await messages()).toHaveLength(2)
    expect(await idsIn()).toContain(fresh.id)
  })
})
