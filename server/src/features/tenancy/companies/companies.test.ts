import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantStates, tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'

const { list, get, create, update, lock, unlock, reset } = companiesContract
const { tenant, updateTenant, suspend, close, resume, initialise } = tenantsContract
const { loginInfo, grants } = sessionContract
const { verify, accessToken } = signInContract
type NewCompany = RequestOf<typeof create>['body']

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const short = () => randomUUID().slice(0, 8)
const buildBody = (rest: Partial<NewCompany> = {}): NewCompany => ({
  name: `公司${randomUUID()}`,
  admin: { account: `k_${short()}`, name: '王芳' },
  ...rest,
})
const addCompany = async (rest: Partial<NewCompany> = {}) => {
  const body = buildBody(rest)
  const { data, msg } = await app.call(create, { body }, root)
  if (!data) throw new Error(msg)
  return { ...body, ...data }
}
const readCompany = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, root)
  if (!data) throw new Error(msg)
  return data
}
const rows = async (query = {}) => (await app.call(list, { query }, root)).data ?? []
const names = async (query = {}) => (await rows(query)).map(({ name }) => name).sort()
/** Calls an endpoint and confirms its impact if it shows one. */
const confirmCall = async <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  by = root,
): Promise<TestResponse<E>> => {
  const first = await app.call(endpoint, request, by)
  if (first.code !== 111) return first
  const { confirmToken } = dataAs<{ confirmToken: string }>(first)
  return app.call(endpoint, request, by, { [Header.confirm]: confirmToken })
}
const editCompany = async (id: string, rest: object) => {
  const { name, shortName, code, creditCode, legal, contact, phone, email, ...others } = await readCompany(id)
  const { areaCode, address, industry, size, remark, parent, version } = others
  const body = { name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address, industry, size }
  return app.call(update, { params: { id }, body: { ...body, remark, parent, version, ...rest } }, root)
}
const verifyPassword = (account: string, password: string) => app.call(verify, { body: { account, password } })
const newPassword = 'Sound#Pass27'
/**
 * Completes the first sign-in with a new password.
 * @returns the token
 */
const completeFirstSignIn = async ({ account, password }: { account: string; password: string }) => {
  const { data } = await verifyPassword(account, password)
  const finished = await app.call(accessToken, { body: { newPassword } }, data?.tempToken)
  if (!finished.data) throw new Error(`${finished.code} ${finished.msg}`)
  return finished.data.token
}
const lockCompany = (id: string, body: { reason: string; until?: string } = { reason: '欠费' }) =>
  confirmCall(lock, { params: { id }, body })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const readTenant = async (id: string) => {
  const { data } = await app.call(tenant, { params: { id } }, root)
  if (!data) throw new Error('no tenant')
  return data
}
const updateTerms = async (id: string, rest: object) => {
  const { planId, startTime, expireTime, graceDays, trial, mostUsers, version } = await readTenant(id)
  const body = { planId, startTime, expireTime, graceDays, trial, mostUsers, version, ...rest }
  return confirmCall(updateTenant, { params: { id }, body })
}

describe('adding a company', () => {
  it('creates a tenant and an administrator with a one-time password that must be changed', async () => {
    const made = await addCompany({
      shortName: '简',
      code: `C-${short()}`,
      creditCode: '91310000ma1fl0000n',
      email: 'a@b.cn',
    })
    const company = await readCompany(made.id)
    expect(company).toMatchObject({ status: 1, lock: null, parent: null, creditCode: '91310000MA1FL0000N', users: 1 })
    expect(company).toMatchObject({
      adminAccount: made.admin.account,
      adminName: '王芳',
      tenantUsers: 1,
      mostUsers: null,
    })
    expect(company.tenant).toMatchObject({ state: 'active', planName: '标准版', expireTime: null })
    const { data } = await app.call(grants, {}, await completeFirstSignIn(made))
    expect(data?.modules.sysUsers).toContain('add')
    expect(data?.modules.sysCompanys).toBeUndefined()
    const [audit] = await app.sql(`select after::text from audit_log where entity_id = $1`, [made.id])
    expect(audit?.after).toContain('标准版')
    expect(audit?.after).not.toContain(made.password)
  })
  it('rejects duplicates at their field and stores nothing', async () => {
    const code = `C-${short()}`
    const former = await addCompany({ code, creditCode: '91350211M000100Y46' })
    const tried = async (rest: Partial<NewCompany>) =>
      (await app.call(create, { body: buildBody(rest) }, root)) as TestResponse<Endpoint>
    expect(await tried({ name: former.name })).toMatchObject({ code: 3001, errors: [{ field: 'name' }] })
    expect(await tried({ name: '注册会员' })).toMatchObject({ code: 3001 })
    const wrongPhone = { field: 'phone', msg: '请输入正确的电话号码，例如 010-88886666' }
    for (const phone of ['找王芳', '88886666', '010-8888', '12345678901'])
      expect(await tried({ phone })).toMatchObject({ code: 400, errors: [wrongPhone] })
    expect(await tried({ code })).toMatchObject({ code: 3006, errors: [{ field: 'code' }] })
    expect(await tried({ creditCode: '91350211M000100Y46' })).toMatchObject({ code: 3007 })
    expect(await tried({ creditCode: '91350211M000100Y47' })).toMatchObject({
      code: 400,
      errors: [{ field: 'creditCode' }],
    })
    expect(await tried({ planId: randomUUID() })).toMatchObject({ code: 3012, errors: [{ field: 'planId' }] })
    expect(await tried({ parent: randomUUID() })).toMatchObject({ code: 3009, errors: [{ field: 'parent' }] })
    expect(await tried({ expireTime: inSeconds(-5) })).toMatchObject({ code: 3017 })
    const name = `公司${randomUUID()}`
    const admin = { account: former.admin.account.toUpperCase(), name: '王' }
    expect(await tried({ name, admin })).toMatchObject({ code: 2001, errors: [{ field: 'admin.account' }] })
    expect(await app.sql('select id from companies where name = $1', [name])).toEqual([])
  })
  it('accepts mobile, landline and service numbers', async () => {
    for (const phone of [
      '13800138000',
      '010-88886666',
      '0755-26001234-801',
      '02188886666',
      '400-820-8820',
      '95588',
      '',
    ]) {
      const { id } = await addCompany({ phone })
      expect((await readCompany(id)).phone).toBe(phone)
    }
  })
  it('shares the tenant of its parent company', async () => {
    const top = await addCompany()
    const sub = await addCompany({ parent: top.id })
    expect(await readCompany(sub.id)).toMatchObject({ parent: top.id, parentName: top.name, tenantUsers: 2, users: 1 })
    expect((await readTenant(sub.id)).companyId).toBe(top.id)
    expect((await app.call(grants, {}, await completeFirstSignIn(sub))).data?.modules.sysUsers).toContain('add')
    expect(await updateTerms(sub.id, { trial: true })).toMatchObject({ code: 3016 })
  })
})

describe('the list', () => {
  it('matches name, short name, code and credit code, of customer companies only', async () => {
    const word = short()
    const made = await addCompany({ name: `寻找${word}有限公司`, shortName: `简${word}`, code: `Q${word}` })
    for (const search of [`找${word}`, `简${word}`, `q${word.toUpperCase()}`, word])
      expect(await names({ search })).toEqual([made.name])
    expect(await names({ search: '平台运营' })).toEqual([])
    const [row] = await rows({ search: word })
    expect(row).toMatchObject({ companyId: made.id, type: 'company', onlyId: `c:${made.id}`, leaf: true })
  })
  it('counts up to 500 matches of a search and pages through more in its own order', async () => {
    const word = `群${short()}`
    await app.sql(
      `with made as (
         insert into companies (id, top_id, name, created_at)
         select id, id, $1 || lpad(n::text, 3, '0'), timestamptz '2020-01-01' + make_interval(mins => n)
         from generate_series(1, 501) n, lateral (select gen_random_uuid() as id where n > 0) as fresh returning id)
       insert into tenants (company_id, plan_id) select made.id, plans.id from made, plans where plans.code = 'standard'`,
      [word],
    )
    const numbers = async (query: object) => {
      const { data, total, ...rest } = await app.call(list, { query: { search: word, ...query } }, root)
      return { total, more: 'more' in rest && rest.more, numbers: data?.map(({ name }) => Number(name.slice(-3))) }
    }
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)
    const first = { total: 500, more: true, numbers: down(501, 492) }
    expect(await numbers({})).toEqual(first)
    expect(await numbers({})).toEqual(first)
    expect(await numbers({ page: 51 })).toEqual({ total: 500, more: true, numbers: [1] })
    expect(await numbers({ search: `${word}12`, page: 2, size: 6 })).toMatchObject({
      total: 10,
      numbers: down(123, 120),
    })
    expect(await numbers({ 'f.status': '1' })).toMatchObject({ total: 501, numbers: down(501, 492) })
    // What one database was asked says nothing of another that the same process serves.
    const other = await createTestApp()
    const elsewhere = await other.call(list, { query: { search: word } }, await other.signIn())
    expect({ total: elsewhere.total, rows: elsewhere.data }).toEqual({ total: 0, rows: [] })
    await app.sql('delete from companies where name like $1', [`${word}%`])
  })

  it('filters by status, tenant state, plan, expiry and parent', async () => {
    const word = short()
    const [free, shut, ending] = [
      await addCompany({ name: `甲${word}` }),
      await addCompany({ name: `乙${word}` }),
      await addCompany({ name: `丙${word}`, expireTime: inSeconds(86_400 * 3) }),
    ]
    await lockCompany(shut.id)
    const { planId } = await readTenant(free.id)
    expect(await names({ search: word, 'f.status': '2' })).toEqual([shut.name])
    expect(await names({ search: word, 'f.status': '1' })).toEqual([ending.name, free.name].sort())
    expect(await names({ search: word, 'f.expire': 5 })).toEqual([ending.name])
    const within = (from: number, to: number) =>
      [from, to]
        .map((days) =>
          inSeconds(days * 86_400)
            .slice(0, 19)
            .replace('T', ' '),
        )
        .join('~')
    const utc = { 'x-time-zone': 'UTC' }
    const ends = async (from: number, to: number) =>
      (await app.call(list, { query: { search: word, 'f.expireTime': within(from, to) } }, root, utc)).data
    expect((await ends(2, 4))?.map(({ name }) => name)).toEqual([ending.name])
    expect(await ends(4, 90)).toEqual([])
    expect((await app.call(list, { query: { 'f.expireTime': 'x~y' } }, root)).code).toBe(400)
    expect(await names({ search: word, 'f.planId': planId, size: 2 })).toHaveLength(2)
    expect(await names({ search: word, 'f.state': 'expired' })).toEqual([])
    const sub = await addCompany({ parent: free.id, name: `丁${word}` })
    expect(await names({ 'f.parent': free.id })).toEqual([sub.name])
    expect(await names({ search: word, sort: 'name', size: 1 })).toHaveLength(1)
  })
  it('is refused to users of customer companies, whatever permissions they hold', async () => {
    const companyId = await buildTenant(app, `别家${short()}`)
    await app.sql('delete from tenants where company_id = $1', [companyId])
    const holds = ['list', 'add', 'edit', 'lock', 'reset', 'tenant'].map((operation) => `sysCompanys:${operation}`)
    const token = await app.signIn(await buildUser(app, { companyId, permissions: holds }))
    const { id } = await addCompany()
    const params = { id }
    const tried = [
      await app.call(list, {}, token),
      await app.call(get, { params }, token),
      await app.call(create, { body: buildBody() }, token),
      await app.call(update, { params, body: { name: '改', version: 1 } }, token),
      await app.call(lock, { params, body: { reason: '试' } }, token),
      await app.call(unlock, { params }, token),
      await app.call(reset, { params }, token),
      await app.call(tenant, { params }, token),
      await app.call(suspend, { params, body: { reason: '试' } }, token),
      await app.call(resume, { params }, token),
      await app.call(initialise, { params }, token),
    ]
    expect(tried.map(({ code }) => code)).toEqual(tried.map(() => 3008))
  })
})

describe('changing a company', () => {
  it('stores the changes and rejects a stale version and duplicates', async () => {
    const [former, other] = [await addCompany(), await addCompany()]
    expect(await editCompany(former.id, { remark: '大客户', areaCode: '310000' })).toMatchObject({ code: 0 })
    expect(await readCompany(former.id)).toMatchObject({ remark: '大客户', areaCode: '310000', version: 2 })
    expect(await editCompany(former.id, { version: 1 })).toMatchObject({ code: 409 })
    expect(await editCompany(former.id, { name: other.name })).toMatchObject({ code: 3001 })
    expect(await editCompany(former.id, { name: '注册会员' })).toMatchObject({ code: 3001 })
    expect(await app.call(get, { params: { id: randomUUID() } }, root)).toMatchObject({ code: 404 })
  })
  it('moves a subsidiary within its tenant and rejects cycles', async () => {
    const [top, other] = [await addCompany(), await addCompany()]
    const upper = await addCompany({ parent: top.id })
    const lower = await addCompany({ parent: upper.id })
    expect(await editCompany(upper.id, { parent: lower.id })).toMatchObject({
      code: 3010,
      errors: [{ field: 'parent' }],
    })
    expect(await editCompany(upper.id, { parent: upper.id })).toMatchObject({ code: 3010 })
    expect(await editCompany(top.id, { parent: lower.id })).toMatchObject({ code: 3010 })
    expect(await editCompany(top.id, { parent: other.id })).toMatchObject({ code: 3011 })
    expect(await editCompany(lower.id, { parent: other.id })).toMatchObject({ code: 3011 })
    expect(await editCompany(lower.id, { parent: null })).toMatchObject({ code: 3011 })
    expect(await editCompany(lower.id, { parent: top.id })).toMatchObject({ code: 0 })
    expect(await readCompany(lower.id)).toMatchObject({ parent: top.id })
    expect(await app.sql('select top_id from companies where id = $1', [lower.id])).toEqual([{ top_id: top.id }])
  })
})

describe('locking a company', () => {
  it('shows its impact, ends the sessions and blocks sign-in until unlocked', async () => {
    const made = await addCompany()
    const token = await completeFirstSignIn(made)
    const shown = await app.call(lock, { params: { id: made.id }, body: { reason: '欠费' } }, root)
    expect(shown).toMatchObject({
      code: 111,
      data: { impact: { name: made.name, sessions: 1, users: 1, subsidiaries: 0 } },
    })
    expect((await app.call(loginInfo, {}, token)).code).toBe(0)
    expect(await lockCompany(made.id)).toMatchObject({ code: 0 })
    expect(await app.call(loginInfo, {}, token)).toMatchObject({ code: 101, msg: '公司已停用' })
    expect((await readCompany(made.id)).lock).toMatchObject({ reason: '欠费', until: null, by: { name: '系统管理员' } })
    expect(await lockCompany(made.id)).toMatchObject({ code: 3013 })
    // The reason is shown only after the correct password.
    expect(await verifyPassword(made.account, newPassword)).toMatchObject({ code: 1004, msg: '公司已停用' })
    expect(await verifyPassword(made.account, 'Wrong#Pass1')).toMatchObject({ code: 1001 })
    expect(await app.call(unlock, { params: { id: made.id } }, root)).toMatchObject({ code: 0 })
    expect(await app.call(unlock, { params: { id: made.id } }, root)).toMatchObject({ code: 3014 })
    expect((await verifyPassword(made.account, newPassword)).code).toBe(0)
  })
  it('ends by itself at the given time', async () => {
    const made = await addCompany()
    expect(await lockCompany(made.id, { reason: '试', until: inSeconds(-1) })).toMatchObject({ code: 3017 })
    await lockCompany(made.id, { reason: '试', until: inSeconds(3600) })
    expect((await readCompany(made.id)).status).toBe(2)
    await app.sql(`update companies set locked_until = now() - interval '1 second' where id = $1`, [made.id])
    expect(await readCompany(made.id)).toMatchObject({ status: 1, lock: null })
    expect((await verifyPassword(made.account, made.password)).code).toBe(0)
  })
})

it('resetting the administrator replaces the password and ends their sessions', async () => {
  const made = await addCompany()
  const token = await completeFirstSignIn(made)
  const { data } = await app.call(reset, { params: { id: made.id } }, root)
  expect(data?.account).toBe(made.account)
  expect((await app.call(loginInfo, {}, token)).code).toBe(101)
  expect((await verifyPassword(made.account, newPassword)).code).toBe(1001)
  expect((await verifyPassword(made.account, data?.password ?? '')).data?.next).toBe('changePassword')
  await app.sql('update companies set admin_id = null where id = $1', [made.id])
  expect(await app.call(reset, { params: { id: made.id } }, root)).toMatchObject({ code: 3015 })
})

describe('a tenant', () => {
  const users = (token: string) => app.call(usersContract.list, {}, token)
  const writes = (token: string) =>
    app.call(usersContract.create, { body: { account: `u_${short()}`, name: '李' } }, token)

  it('is read-only in its grace period, open only to its administrator once expired and to no one while suspended', async () => {
    const made = await addCompany()
    const admin = await completeFirstSignIn(made)
    const other = await buildUser(app, { companyId: made.id, permissions: ['sysUsers:list', 'sysUsers:add'] })
    const guest = await app.signIn(other)
    expect((await writes(guest)).code).toBe(0)
    const past = { startTime: '2025-01-01T00:00:00Z', expireTime: inSeconds(-86_400) }
    expect(await updateTerms(made.id, { ...past, graceDays: 15 })).toMatchObject({ code: 0 })
    expect((await readTenant(made.id)).state).toBe('grace')
    expect([(await users(guest)).code, (await writes(guest)).code]).toEqual([0, 423])
    expect((await app.call(loginInfo, {}, guest)).data?.notice).toContain('到期')

    await updateTerms(made.id, { graceDays: 0 })
    expect((await readTenant(made.id)).state).toBe('expired')
    expect(await users(guest)).toMatchObject({ code: 101, msg: expect.stringContaining('到期') })
    expect(await verifyPassword(other.account, other.password)).toMatchObject({ code: 1004 })
    expect([(await users(admin)).code, (await writes(admin)).code]).toEqual([0, 423])

    await updateTerms(made.id, { expireTime: null })
    expect((await readTenant(made.id)).state).toBe('active')
    expect([(await users(admin)).code, (await writes(admin)).code]).toEqual([0, 0])
    expect((await app.call(loginInfo, {}, admin)).data?.notice).toBe('')

    const request = { params: { id: made.id }, body: { reason: '违规' } }
    expect(await confirmCall(suspend, request)).toMatchObject({ code: 0 })
    expect(await confirmCall(suspend, request)).toMatchObject({ code: 3019 })
    expect(await users(admin)).toMatchObject({ code: 101, msg: '公司服务已暂停，请联系平台' })
    expect(await app.call(resume, { params: { id: made.id } }, root)).toMatchObject({ code: 0 })
    expect(await app.call(resume, { params: { id: made.id } }, root)).toMatchObject({ code: 3020 })
    expect((await verifyPassword(made.account, newPassword)).code).toBe(0)
  })
  it('enforces its user limit over all its companies', async () => {
    const top = await addCompany()
    const sub = await addCompany({ parent: top.id })
    const [admin, lower] = [await completeFirstSignIn(top), await completeFirstSignIn(sub)]
    await updateTerms(top.id, { mostUsers: 3 })
    const third = await writes(lower)
    expect(third.code).toBe(0)
    expect(await writes(admin)).toMatchObject({ code: 3002, msg: '用户数超过套餐上限' })
    expect((await rows({ search: top.name }))[0]).toMatchObject({ tenantUsers: 3, mostUsers: 3 })
    expect(await app.call(create, { body: buildBody({ parent: top.id }) }, root)).toMatchObject({ code: 3002 })
    await confirmCall(userStatusContract.remove, { params: { id: third.data?.id ?? '' } }, lower)
    expect((await writes(admin)).code).toBe(0)
    expect(await app.call(userStatusContract.restore, { params: { id: third.data?.id ?? '' } }, lower)).toMatchObject({
      code: 3002,
    })
  })
  it('can be initialised again after roles, rights or the administrator are lost', async () => {
    const made = await addCompany()
    const steps = async () => (await readTenant(made.id)).setUp.map(({ done }) => done)
    const run = () => app.call(initialise, { params: { id: made.id } }, root)
    expect(await steps()).toEqual([true, true, true])
    await app.sql(`delete from role_elements where company_id = $1 and element = 'sysUsers:add'`, [made.id])
    expect(await steps()).toEqual([true, true, false])
    await app.sql(`delete from roles where company_id = $1`, [made.id])
    await app.sql(`update companies set admin_id = null where id = $1`, [made.id])
    expect(await steps()).toEqual([false, false, false])
    expect((await run()).data?.every(({ done }) => done)).toBe(true)
    expect((await run()).data?.every(({ done }) => done)).toBe(true)
    expect(await readCompany(made.id)).toMatchObject({ adminAccount: made.account })
    expect((await app.call(grants, {}, await completeFirstSignIn(made))).data?.modules.sysUsers).toContain('add')
    const empty = await buildTenant(app, `空${short()}`)
    expect(await app.call(initialise, { params: { id: empty } }, root)).toMatchObject({ code: 3021 })
  })
  it('is filtered by the same state that the list shows', async () => {
    const word = short()
    const day = (days: number) => inSeconds(days * 86_400)
    const since = { startTime: '2025-01-01T00:00:00Z' }
    for (const rest of [
      {},
      { trial: true },
      { expireTime: day(-1), graceDays: 2 },
      { expireTime: day(-3), graceDays: 2 },
      { expireTime: day(1), trial: true },
      { expireTime: day(-1), trial: true, graceDays: 0 },
    ])
      await updateTerms((await addCompany({ name: `${word}${short()}` })).id, { ...since, ...rest })
    const suspended = await addCompany({ name: `${word}${short()}` })
    await confirmCall(suspend, { params: { id: suspended.id }, body: { reason: '违规' } })
    const closed = await addCompany({ name: `${word}${short()}` })
    await confirmCall(suspend, { params: { id: closed.id }, body: { reason: '违规' } })
    await confirmCall(close, { params: { id: closed.id }, body: { reason: '违规', name: closed.name } })
    const every = await rows({ search: word })
    const counts: number[] = []
    for (const state of tenantStates) {
      const found = await rows({ search: word, 'f.state': state })
      expect(found.map(({ tenant: { state: shown } }) => shown)).toEqual(found.map(() => state))
      counts.push(found.length)
    }
    expect([every.length, counts]).toEqual([8, [2, 1, 1, 2, 1, 1]])
  })
  it('rejects reversed times and a stale version, and exposes its status', async () => {
    const made = await addCompany()
    expect(await updateTerms(made.id, { startTime: inSeconds(60), expireTime: inSeconds(30) })).toMatchObject({
      code: 3018,
    })
    expect(await updateTerms(made.id, { version: 99 })).toMatchObject({ code: 409 })
    await updateTerms(made.id, { trial: true })
    const found = await app.database.transact({ reach: 'platform' }, (db) =>
      managedCompaniesRepository.findStatus(db, made.id),
    )
    expect(found).toEqual({ id: made.id, name: made.name, status: 1, tenantStatus: 'trial', switchPolicy: 'allowed' })
  })
})
