import { randomUUID } from 'node:crypto'
import { companiesContract, tenantStates } from '@atrium/contract/features/companies/companies.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../test/factories.ts'
import { type Answered, createTestApp, type TestApp } from '../../../test/harness.ts'
import { findCompany } from './index.ts'

const { list, get, create, update, lock, unlock, reset } = companiesContract
const { tenant, updateTenant, suspend, close, resume, initialise } = companiesContract
const { loginInfo, grants } = sessionContract
const { verify, accessToken } = signInContract
type New = RequestOf<typeof create>['body']

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
const wanted = (rest: Partial<New> = {}): New => ({
  name: `公司${randomUUID()}`,
  admin: { account: `k_${short()}`, name: '王芳' },
  ...rest,
})
const add = async (rest: Partial<New> = {}) => {
  const body = wanted(rest)
  const { data, msg } = await app.call(create, { body }, root)
  if (!data) throw new Error(msg)
  return { ...body, ...data }
}
const one = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, root)
  if (!data) throw new Error(msg)
  return data
}
const rows = async (query = {}) => (await app.call(list, { query }, root)).data ?? []
const names = async (query = {}) => (await rows(query)).map(({ name }) => name).sort()
/** One call; when it shows its impact first, that is confirmed. */
const confirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, by = root): Promise<Answered<E>> => {
  const first = await app.call(endpoint, request, by)
  if (first.code !== 111) return first
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  return app.call(endpoint, request, by, { [Header.confirm]: confirmToken })
}
const editing = async (id: string, rest: object) => {
  const { name, shortName, code, creditCode, legal, contact, phone, email, ...others } = await one(id)
  const { areaCode, address, industry, size, remark, parent, version } = others
  const body = { name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address, industry, size }
  return app.call(update, { params: { id }, body: { ...body, remark, parent, version, ...rest } }, root)
}
const firstStep = (account: string, password: string) => app.call(verify, { body: { account, password } })
const newPassword = 'Sound#Pass27'
/** Signs in for the first time, with another password. */
const enter = async ({ account, password }: { account: string; password: string }) => {
  const { data } = await firstStep(account, password)
  const finished = await app.call(accessToken, { body: { newPassword } }, data?.tempToken)
  if (!finished.data) throw new Error(`${finished.code} ${finished.msg}`)
  return finished.data.token
}
const locked = (id: string, body: { reason: string; until?: string } = { reason: '欠费' }) =>
  confirmed(lock, { params: { id }, body })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const terms = async (id: string) => {
  const { data } = await app.call(tenant, { params: { id } }, root)
  if (!data) throw new Error('no tenant')
  return data
}
const agree = async (id: string, rest: object) => {
  const { planId, startTime, expireTime, graceDays, trial, mostUsers, version } = await terms(id)
  const body = { planId, startTime, expireTime, graceDays, trial, mostUsers, version, ...rest }
  return confirmed(updateTenant, { params: { id }, body })
}

describe('adding a company', () => {
  it('makes it a tenant with an administrator, whose password is shown once and has to be changed', async () => {
    const made = await add({ shortName: '简', code: `C-${short()}`, creditCode: '91310000ma1fl0000n', email: 'a@b.cn' })
    const company = await one(made.id)
    expect(company).toMatchObject({ status: 1, lock: null, parent: null, creditCode: '91310000MA1FL0000N', users: 1 })
    expect(company).toMatchObject({
      adminAccount: made.admin.account,
      adminName: '王芳',
      tenantUsers: 1,
      mostUsers: null,
    })
    expect(company.tenant).toMatchObject({ state: 'active', planName: '标准版', expireTime: null })
    const { data } = await app.call(grants, {}, await enter(made))
    expect(data?.modules.sysUsers).toContain('add')
    expect(data?.modules.sysCompanys).toBeUndefined()
    const [audit] = await app.sql(`select after::text from audit_log where entity_id = $1`, [made.id])
    expect(audit?.after).toContain('标准版')
    expect(audit?.after).not.toContain(made.password)
  })
  it('refuses what another has, each at its field, and keeps nothing of it', async () => {
    const code = `C-${short()}`
    const former = await add({ code, creditCode: '91350211M000100Y46' })
    const tried = async (rest: Partial<New>) =>
      (await app.call(create, { body: wanted(rest) }, root)) as Answered<Endpoint>
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
  it('is called at a mobile, a landline or a service number', async () => {
    for (const phone of [
      '13800138000',
      '010-88886666',
      '0755-26001234-801',
      '02188886666',
      '400-820-8820',
      '95588',
      '',
    ]) {
      const { id } = await add({ phone })
      expect((await one(id)).phone).toBe(phone)
    }
  })
  it('below another shares its tenant', async () => {
    const top = await add()
    const sub = await add({ parent: top.id })
    expect(await one(sub.id)).toMatchObject({ parent: top.id, parentName: top.name, tenantUsers: 2, users: 1 })
    expect((await terms(sub.id)).companyId).toBe(top.id)
    expect((await app.call(grants, {}, await enter(sub))).data?.modules.sysUsers).toContain('add')
    expect(await agree(sub.id, { trial: true })).toMatchObject({ code: 3016 })
  })
})

describe('the list', () => {
  it('finds by name, short name, code and credit code, and leaves out what is not a customer’s', async () => {
    const word = short()
    const made = await add({ name: `寻找${word}有限公司`, shortName: `简${word}`, code: `Q${word}` })
    for (const search of [`找${word}`, `简${word}`, `q${word.toUpperCase()}`, word])
      expect(await names({ search })).toEqual([made.name])
    expect(await names({ search: '平台运营' })).toEqual([])
    const [row] = await rows({ search: word })
    expect(row).toMatchObject({ companyId: made.id, type: 'company', onlyId: `c:${made.id}`, leaf: true })
  })
  it('counts up to five hundred that a word finds, and pages through more in its own order', async () => {
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
    await app.sql('delete from companies where name like $1', [`${word}%`])
  })

  it('narrows by standing, tenant, plan, end and parent', async () => {
    const word = short()
    const [free, shut, ending] = [
      await add({ name: `甲${word}` }),
      await add({ name: `乙${word}` }),
      await add({ name: `丙${word}`, expireTime: inSeconds(86_400 * 3) }),
    ]
    await locked(shut.id)
    const { planId } = await terms(free.id)
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
    const sub = await add({ parent: free.id, name: `丁${word}` })
    expect(await names({ 'f.parent': free.id })).toEqual([sub.name])
    expect(await names({ search: word, sort: 'name', size: 1 })).toHaveLength(1)
  })
  it('is the platform’s alone, whatever somebody of a company holds', async () => {
    const companyId = await buildTenant(app, `别家${short()}`)
    await app.sql('delete from tenants where company_id = $1', [companyId])
    const holds = ['list', 'add', 'edit', 'lock', 'reset', 'tenant'].map((operation) => `sysCompanys:${operation}`)
    const token = await app.signIn(await buildUser(app, { companyId, permissions: holds }))
    const { id } = await add()
    const params = { id }
    const tried = [
      await app.call(list, {}, token),
      await app.call(get, { params }, token),
      await app.call(create, { body: wanted() }, token),
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
  it('writes what is said, and refuses an older version and what another has', async () => {
    const [former, other] = [await add(), await add()]
    expect(await editing(former.id, { remark: '大客户', areaCode: '310000' })).toMatchObject({ code: 0 })
    expect(await one(former.id)).toMatchObject({ remark: '大客户', areaCode: '310000', version: 2 })
    expect(await editing(former.id, { version: 1 })).toMatchObject({ code: 409 })
    expect(await editing(former.id, { name: other.name })).toMatchObject({ code: 3001 })
    expect(await editing(former.id, { name: '注册会员' })).toMatchObject({ code: 3001 })
    expect(await app.call(get, { params: { id: randomUUID() } }, root)).toMatchObject({ code: 404 })
  })
  it('moves a subsidiary within its tenant and never in a circle', async () => {
    const [top, other] = [await add(), await add()]
    const upper = await add({ parent: top.id })
    const lower = await add({ parent: upper.id })
    expect(await editing(upper.id, { parent: lower.id })).toMatchObject({ code: 3010, errors: [{ field: 'parent' }] })
    expect(await editing(upper.id, { parent: upper.id })).toMatchObject({ code: 3010 })
    expect(await editing(top.id, { parent: lower.id })).toMatchObject({ code: 3010 })
    expect(await editing(top.id, { parent: other.id })).toMatchObject({ code: 3011 })
    expect(await editing(lower.id, { parent: other.id })).toMatchObject({ code: 3011 })
    expect(await editing(lower.id, { parent: null })).toMatchObject({ code: 3011 })
    expect(await editing(lower.id, { parent: top.id })).toMatchObject({ code: 0 })
    expect(await one(lower.id)).toMatchObject({ parent: top.id })
    expect(await app.sql('select top_id from companies where id = $1', [lower.id])).toEqual([{ top_id: top.id }])
  })
})

describe('locking a company', () => {
  it('shows whose sessions end, ends them, and lets nobody in until it is unlocked', async () => {
    const made = await add()
    const token = await enter(made)
    const shown = await app.call(lock, { params: { id: made.id }, body: { reason: '欠费' } }, root)
    expect(shown).toMatchObject({
      code: 111,
      data: { impact: { name: made.name, sessions: 1, users: 1, subsidiaries: 0 } },
    })
    expect((await app.call(loginInfo, {}, token)).code).toBe(0)
    expect(await locked(made.id)).toMatchObject({ code: 0 })
    expect(await app.call(loginInfo, {}, token)).toMatchObject({ code: 101, msg: '企业已停用' })
    expect((await one(made.id)).lock).toMatchObject({ reason: '欠费', until: null, by: { name: '系统管理员' } })
    expect(await locked(made.id)).toMatchObject({ code: 3013 })
    // Only who has proved himself is told.
    expect(await firstStep(made.account, newPassword)).toMatchObject({ code: 1004, msg: '企业已停用' })
    expect(await firstStep(made.account, 'Wrong#Pass1')).toMatchObject({ code: 1001 })
    expect(await app.call(unlock, { params: { id: made.id } }, root)).toMatchObject({ code: 0 })
    expect(await app.call(unlock, { params: { id: made.id } }, root)).toMatchObject({ code: 3014 })
    expect((await firstStep(made.account, newPassword)).code).toBe(0)
  })
  it('for a while ends by itself', async () => {
    const made = await add()
    expect(await locked(made.id, { reason: '试', until: inSeconds(-1) })).toMatchObject({ code: 3017 })
    await locked(made.id, { reason: '试', until: inSeconds(3600) })
    expect((await one(made.id)).status).toBe(2)
    await app.sql(`update companies set locked_until = now() - interval '1 second' where id = $1`, [made.id])
    expect(await one(made.id)).toMatchObject({ status: 1, lock: null })
    expect((await firstStep(made.account, made.password)).code).toBe(0)
  })
})

it('resetting gives the administrator a new password and ends his sessions', async () => {
  const made = await add()
  const token = await enter(made)
  const { data } = await app.call(reset, { params: { id: made.id } }, root)
  expect(data?.account).toBe(made.account)
  expect((await app.call(loginInfo, {}, token)).code).toBe(101)
  expect((await firstStep(made.account, newPassword)).code).toBe(1001)
  expect((await firstStep(made.account, data?.password ?? '')).data?.next).toBe('changePassword')
  await app.sql('update companies set admin_id = null where id = $1', [made.id])
  expect(await app.call(reset, { params: { id: made.id } }, root)).toMatchObject({ code: 3015 })
})

describe('a tenant', () => {
  const users = (token: string) => app.call(usersContract.list, {}, token)
  const writes = (token: string) =>
    app.call(usersContract.create, { body: { account: `u_${short()}`, name: '李' } }, token)

  it('may be looked at and not changed in its days of grace, is for its administrator alone after them, and for nobody when suspended', async () => {
    const made = await add()
    const keeper = await enter(made)
    const other = await buildUser(app, { companyId: made.id, permissions: ['sysUsers:list', 'sysUsers:add'] })
    const guest = await app.signIn(other)
    expect((await writes(guest)).code).toBe(0)
    const past = { startTime: '2025-01-01T00:00:00Z', expireTime: inSeconds(-86_400) }
    expect(await agree(made.id, { ...past, graceDays: 15 })).toMatchObject({ code: 0 })
    expect((await terms(made.id)).state).toBe('grace')
    expect([(await users(guest)).code, (await writes(guest)).code]).toEqual([0, 423])
    expect((await app.call(loginInfo, {}, guest)).data?.notice).toContain('到期')

    await agree(made.id, { graceDays: 0 })
    expect((await terms(made.id)).state).toBe('expired')
    expect(await users(guest)).toMatchObject({ code: 101, msg: expect.stringContaining('到期') })
    expect(await firstStep(other.account, other.password)).toMatchObject({ code: 1004 })
    expect([(await users(keeper)).code, (await writes(keeper)).code]).toEqual([0, 423])

    await agree(made.id, { expireTime: null })
    expect((await terms(made.id)).state).toBe('active')
    expect([(await users(keeper)).code, (await writes(keeper)).code]).toEqual([0, 0])
    expect((await app.call(loginInfo, {}, keeper)).data?.notice).toBe('')

    const request = { params: { id: made.id }, body: { reason: '违规' } }
    expect(await confirmed(suspend, request)).toMatchObject({ code: 0 })
    expect(await confirmed(suspend, request)).toMatchObject({ code: 3019 })
    expect(await users(keeper)).toMatchObject({ code: 101, msg: '企业服务已暂停，请联系平台' })
    expect(await app.call(resume, { params: { id: made.id } }, root)).toMatchObject({ code: 0 })
    expect(await app.call(resume, { params: { id: made.id } }, root)).toMatchObject({ code: 3020 })
    expect((await firstStep(made.account, newPassword)).code).toBe(0)
  })
  it('takes as many users as were agreed on, over all its companies', async () => {
    const top = await add()
    const sub = await add({ parent: top.id })
    const [keeper, lower] = [await enter(top), await enter(sub)]
    await agree(top.id, { mostUsers: 3 })
    const third = await writes(lower)
    expect(third.code).toBe(0)
    expect(await writes(keeper)).toMatchObject({ code: 3002, msg: '用户数超过套餐上限' })
    expect((await rows({ search: top.name }))[0]).toMatchObject({ tenantUsers: 3, mostUsers: 3 })
    expect(await app.call(create, { body: wanted({ parent: top.id }) }, root)).toMatchObject({ code: 3002 })
    await confirmed(usersContract.remove, { params: { id: third.data?.id ?? '' } }, lower)
    expect((await writes(keeper)).code).toBe(0)
    expect(await app.call(usersContract.restore, { params: { id: third.data?.id ?? '' } }, lower)).toMatchObject({
      code: 3002,
    })
  })
  it('is made ready once more, whatever was lost', async () => {
    const made = await add()
    const steps = async () => (await terms(made.id)).setUp.map(({ done }) => done)
    const run = () => app.call(initialise, { params: { id: made.id } }, root)
    expect(await steps()).toEqual([true, true, true])
    await app.sql(`delete from role_elements where company_id = $1 and element = 'sysUsers:add'`, [made.id])
    expect(await steps()).toEqual([true, true, false])
    await app.sql(`delete from roles where company_id = $1`, [made.id])
    await app.sql(`update companies set admin_id = null where id = $1`, [made.id])
    expect(await steps()).toEqual([false, false, false])
    expect((await run()).data?.every(({ done }) => done)).toBe(true)
    expect((await run()).data?.every(({ done }) => done)).toBe(true)
    expect(await one(made.id)).toMatchObject({ adminAccount: made.account })
    expect((await app.call(grants, {}, await enter(made))).data?.modules.sysUsers).toContain('add')
    const empty = await buildTenant(app, `空${short()}`)
    expect(await app.call(initialise, { params: { id: empty } }, root)).toMatchObject({ code: 3021 })
  })
  it('is found by how it stands, in the words it is shown with', async () => {
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
      await agree((await add({ name: `${word}${short()}` })).id, { ...since, ...rest })
    const suspended = await add({ name: `${word}${short()}` })
    await confirmed(suspend, { params: { id: suspended.id }, body: { reason: '违规' } })
    const closed = await add({ name: `${word}${short()}` })
    await confirmed(suspend, { params: { id: closed.id }, body: { reason: '违规' } })
    await confirmed(close, { params: { id: closed.id }, body: { reason: '违规', name: closed.name } })
    const every = await rows({ search: word })
    const counts: number[] = []
    for (const state of tenantStates) {
      const found = await rows({ search: word, 'f.state': state })
      expect(found.map(({ tenant: { state: shown } }) => shown)).toEqual(found.map(() => state))
      counts.push(found.length)
    }
    expect([every.length, counts]).toEqual([8, [2, 1, 1, 2, 1, 1]])
  })
  it('keeps its times in order, and tells others how it stands', async () => {
    const made = await add()
    expect(await agree(made.id, { startTime: inSeconds(60), expireTime: inSeconds(30) })).toMatchObject({ code: 3018 })
    expect(await agree(made.id, { version: 99 })).toMatchObject({ code: 409 })
    await agree(made.id, { trial: true })
    const told = await app.database.transact({ reach: 'platform' }, (db) => findCompany(db, made.id))
    expect(told).toEqual({ id: made.id, name: made.name, status: 1, tenantStatus: 'trial', switchPolicy: 'allowed' })
  })
})
