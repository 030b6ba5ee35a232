import { randomUUID } from 'node:crypto'
import {
  noticeDays,
  type ReleaseTime,
  type Term,
  termsContract,
} from '@atrium/contract/features/terms/terms.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyStage, createCompanyStage } from '../../../test/company-stage.ts'
import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createLimits } from '../../kernel/limits.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { createSettings } from '../base-parameters/index.ts'
import { createMessages } from '../messages/index.ts'
import { createTermNotices } from './term-notices.ts'

const { terms, extendTerms, releaseTerms } = termsContract
const rights = ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit', 'sysUsers:roles']
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

let app: TestApp
let companyId: string
let keeper: CompanyStage['keeper']
let token: string
let somebody: CompanyStage['somebody']
let told: CompanyStage['told']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, keeper, token, somebody, told } = await createCompanyStage(app, rights))
})

/** Somebody whose one role runs out. */
const withRole = async (days: number, permissions: string[] = []) => {
  const user = await somebody(permissions)
  const expireTime = inDays(days)
  await app.sql(`update user_roles set expires_at = $2, reason = '借调' where user_id = $1`, [user.id, expireTime])
  const term: Term = { userId: user.id, roleId: user.roleId, expireTime }
  return { ...user, term }
}
/** Somebody whose account does. */
const withAccount = async (days: number) => {
  const user = await somebody()
  const expireTime = inDays(days)
  await app.sql('update users set expire_at = $2 where id = $1', [user.id, expireTime])
  return { ...user, term: { userId: user.id, roleId: null, expireTime } satisfies Term }
}
const list = async (query: object = {}, by = token) => (await app.call(terms, { query }, by)).data ?? []
const idsIn = async (query: object = {}, by = token) => (await list(query, by)).map(({ userId }) => userId)
const extend = (chosen: Term[], until: string, by = token) =>
  app.call(extendTerms, { body: { terms: chosen, until } }, by)
const release = (chosen: Term[], when: ReleaseTime, by = token) =>
  confirmed(app, releaseTerms, { body: { terms: chosen, when } }, by)
const worn = async (userId: string) =>
  (await app.call(usersContract.roles, { params: { id: userId } }, token)).data?.assigned ?? []

describe('what runs out', () => {
  it('is listed for three days ahead, or as many as are asked for, the soonest first', async () => {
    const [account, role, later] = [await withAccount(2), await withRole(1), await withRole(20)]
    await withRole(40)
    await withRole(-1)
    const found = await list()
    expect(found).toMatchObject([
      { userId: role.id, roleId: role.roleId, roleName: role.roleName, reason: '借调', released: false, self: false },
      { userId: account.id, roleId: null, roleName: '', released: false },
    ])
    expect(await idsIn({ 'f.days': 30 })).toEqual([role.id, account.id, later.id])
    expect(await idsIn({ 'f.days': 30, search: later.account })).toEqual([later.id])
    for (const days of [0, 31]) expect((await app.call(terms, { query: { 'f.days': days } }, token)).code).toBe(400)
  })
  it('is told of nobody else’s company, of nobody deleted, and of accounts to those alone who may edit them', async () => {
    const [account, role, gone] = [await withAccount(1), await withRole(1), await withRole(1)]
    await app.sql('update users set deleted_at = now() where id = $1', [gone.id])
    const without = rights.filter((right) => right !== 'sysUsers:edit')
    const giver = await app.signIn(await somebody(without))
    expect(await idsIn({}, giver)).toEqual([role.id])
    expect((await extend([account.term], inDays(9), giver)).code).toBe(403)
    const narrow = await somebody(rights)
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

describe('a later end', () => {
  it('is given to many at once, each judged as giving the role and changing the account are', async () => {
    const [role, account] = [await withRole(1), await withAccount(1)]
    const strong = await withRole(1, ['sysBases:edit'])
    await app.sql(`update user_roles set expires_at = $2 where user_id = $1`, [keeper.id, inDays(1)])
    const [own] = (await list()).filter(({ self }) => self)
    const ownTerm: Term = { userId: keeper.id, roleId: keeper.roleId, expireTime: own?.expireTime ?? '' }
    const until = inDays(30)
    const { data } = await extend([role.term, account.term, strong.term, ownTerm], until)
    expect(data).toMatchObject({ total: 4, ok: 2 })
    expect(Object.fromEntries(data?.failed.map(({ id, code }) => [id, code]) ?? [])).toEqual({
      [`${strong.id}.${strong.roleId}`]: 2005,
      [`${keeper.id}.${keeper.roleId}`]: 2004,
    })
    expect(await worn(role.id)).toMatchObject([{ expireTime: until, reason: '借调' }])
    expect((await app.call(usersContract.get, { params: { id: account.id } }, token)).data?.expireTime).toBe(until)
    expect(await told(role.id)).toEqual(['user.rolesChanged'])
    expect(await told(account.id)).toEqual(['user.updated'])
    expect(await told(strong.id)).toEqual([])
    const [logged] = await app.sql(`select after from audit_log where event = 'term.extended' and company_id = $1`, [
      companyId,
    ])
    expect(logged?.after).toMatchObject({ expireTime: until, done: ['张伟', '张伟'] })
  })
  it('has to be later, and to follow what was seen', async () => {
    const role = await withRole(2)
    expect((await extend([role.term], inDays(1))).data?.failed).toMatchObject([{ code: 2151 }])
    expect(await extend([role.term], inDays(-1))).toMatchObject({ code: 2015, errors: [{ field: 'until' }] })
    expect((await extend([{ ...role.term, expireTime: inDays(1) }], inDays(9))).data?.failed).toMatchObject([
      { code: 2150, msg: '期限已有变化，请刷新后再试' },
    ])
  })
})

describe('letting go', () => {
  it('at the end takes nothing, is marked, and is open again once it has another end', async () => {
    const [role, account] = [await withRole(1), await withAccount(1)]
    const { asked } = await release([role.term, account.term], 'end')
    expect(asked).toMatchObject({ code: 0, data: { ok: 2, failed: [] } })
    expect((await list()).map(({ released }) => released)).toEqual([true, true])
    expect(await worn(role.id)).toMatchObject([{ inForce: true }])
    expect(await told(role.id)).toEqual(['term.released'])
    await extend([role.term], inDays(2))
    expect((await list()).filter(({ userId }) => userId === role.id)).toMatchObject([{ released: false }])
  })
  it('at once shows first who loses what, ends sessions of accounts, and is told on every timeline', async () => {
    const [role, account] = [await withRole(1), await withAccount(1)]
    const strong = await withRole(1, ['sysBases:edit'])
    const inside = await app.signIn(account)
    const { asked, impact, done } = await release([role.term, account.term, strong.term], 'now')
    expect(asked.code).toBe(111)
    expect(impact).toEqual({
      total: 3,
      refused: [{ id: `${strong.id}.${strong.roleId}`, code: 2005, msg: expect.any(String) }],
      roles: [{ name: role.roleName, users: 1 }],
      accounts: 1,
    })
    expect(done.data).toMatchObject({ total: 3, ok: 2 })
    expect(await worn(role.id)).toEqual([])
    expect(await worn(strong.id)).toHaveLength(1)
    expect((await app.call(usersContract.list, {}, inside)).code).toBe(101)
    expect(await told(role.id)).toEqual(['user.rolesChanged'])
    expect(await told(role.roleId)).toEqual(['role.membersChanged'])
    expect(await idsIn()).toEqual([strong.id])
  })
  it('changes nothing until it is confirmed', async () => {
    const [role, account] = [await withRole(1), await withAccount(1)]
    const body = { terms: [role.term, account.term], when: 'now' as const }
    expect((await app.call(releaseTerms, { body }, token)).code).toBe(111)
    expect(await idsIn()).toEqual([role.id, account.id])
    expect(await worn(role.id)).toHaveLength(1)
  })
  it('is refused for what is oneself’s, at the end too, and for the last who looks after the company', async () => {
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [keeper.roleId])
    const other = await somebody(rights)
    const by = await app.signIn(other)
    await app.sql('update users set expire_at = $2 where id = $1', [keeper.id, inDays(1)])
    const [row] = await list({}, by)
    const term: Term = { userId: keeper.id, roleId: null, expireTime: row?.expireTime ?? '' }
    expect((await release([term], 'end')).done.data?.failed).toMatchObject([{ code: 2004 }])
    expect((await release([term], 'now', by)).done.data?.failed).toMatchObject([{ code: 2003 }])
  })
})

/** As the app's own, over its database and with its key. */
const messagesOf = ({ database }: TestApp) => {
  const [limits, secrets] = [createLimits(database), createSecrets('a secret key for tests only, 32 characters')]
  return createMessages({ database, limits, secrets, settings: createSettings(database, secrets), outboxFolder: '' })
}

describe('mail about what runs out', () => {
  const messages = () =>
    app.sql(`select id from messages where company_id = $1 and template = 'termsEnding'`, [companyId])
  it('goes to whoever looks after the company, once, and not twice a day', async () => {
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [keeper.roleId])
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [keeper.id, address])
    const { tellDue } = createTermNotices({ database: app.database, messages: messagesOf(app) })
    await tellDue()
    expect(await messages()).toEqual([])
    const [role] = [await withRole(1), await withAccount(1), await withRole(noticeDays + 1)]
    await Promise.all([tellDue(), tellDue()])
    await tellDue()
    expect(await messages()).toHaveLength(1)
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === address), { timeout: 5000 })
      .toMatchObject([{ text: expect.stringContaining('有 1 项角色授予、1 个账号将在 3 天内到期') }])
    const dayLater = () =>
      app.sql(`update term_notices set told_at = told_at - interval '25 hours' where company_id = $1`, [companyId])
    await app.sql(`update user_roles set granted_at = now() - interval '9 days' where company_id = $1`, [companyId])
    await app.sql(`update users set updated_at = now() - interval '9 days' where company_id = $1`, [companyId])
    await dayLater()
    await tellDue()
    expect(await messages()).toHaveLength(1)
    await release([role.term], 'end')
    const fresh = await withRole(2)
    await tellDue()
    expect(await messages()).toHaveLength(2)
    expect(await idsIn()).toContain(fresh.id)
  })
})
