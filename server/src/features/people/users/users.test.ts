import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser, platformCompanyOf } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs, unchecked } from '../../../../test/loosely-typed.ts'
import { usersRetention } from './users.feature.ts'

const { list, get, create, update, bin, reset } = usersContract
const { remove, restore, lock, unlock, disable, enable, batch } = userStatusContract
const { roles, offeredRoles, assignRoles, effective } = userRolesContract
const { sessions, endSession } = usersContract
const { loginInfo, grants } = sessionContract
const operations = ['list', 'get', 'add', 'edit', 'delete', 'lock', 'reset', 'roles', 'sessions']
const userRights = operations.map((operation) => `sysUsers:${operation}`)
const password = 'Sound#Pass27'
type CreateBody = RequestOf<typeof create>['body']
type TestUser = Awaited<ReturnType<typeof buildUser>>

let app: TestApp
let root: string
let companyId: string
let admin: TestUser
let token: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  admin = await buildUser(app, { companyId, permissions: userRights })
  token = await app.signIn(admin)
})

let lastPhone = 13_700_000_000
const newPhone = () => {
  lastPhone += 1
  return String(lastPhone)
}
const newAccount = () => `u_${randomUUID().slice(0, 8)}`
const createBody = (rest: Partial<CreateBody> = {}): CreateBody => ({ account: newAccount(), name: '李雷', ...rest })
const add = async (rest: Partial<CreateBody> = {}) => {
  const body = createBody({ password, mustChange: false, ...rest })
  const { data, msg } = await app.call(create, { body }, token)
  if (!data) throw new Error(msg)
  return { ...body, id: data.id, password: body.password ?? '' }
}
const readUser = async (id: string, by = token) => {
  const { data, msg } = await app.call(get, { params: { id } }, by)
  if (!data) throw new Error(msg)
  return data
}
const listUsers = async (query = {}, by = token) => (await app.call(list, { query }, by)).data ?? []
const listAccounts = async (query = {}) => (await listUsers(query)).map(({ account }) => account).sort()
const updateUser = async (id: string, rest: object, by = token) => {
  const { name, phone, email, sex, expireTime, remark, version } = await readUser(id, by)
  const body = { name, phone, email, sex: sex as 0, expireTime, remark, version, ...rest }
  return app.call(update, { params: { id }, body }, by)
}
/** Confirms a call if it asks for confirmation. */
const callConfirmed = async <A extends { code: number; data?: unknown }>(
  call: (headers: Record<string, string>) => Promise<A>,
) => {
  const first = await call({})
  const { confirmToken } = (first.data ?? {}) as { confirmToken?: string }
  return first.code === 111 && confirmToken ? call({ 'x-confirm': confirmToken }) : first
}
const removeUser = (id: string, body: { handoverTo?: string } = {}) =>
  callConfirmed((headers) => app.call(remove, { params: { id }, body }, token, headers))
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const createRole = async (permissions: string[], ofCompany = companyId) =>
  (await buildUser(app, { companyId: ofCompany, permissions })).roleId
const assign = async (id: string, wanted: object[], mode: 'replace' | 'add' | 'remove' = 'replace', by = token) => {
  const { version } = await readUser(id, by)
  const request = { params: { id }, body: { roles: unchecked(wanted), mode, version } }
  return (await callAndConfirm(app, assignRoles, request, by)).done
}
const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 4000, interval: 100 })

describe('adding a user', () => {
  it('shows a generated password once and requires a change', async () => {
    const body = createBody({ phone: newPhone(), email: `${newAccount()}@example.cn`, idCard: '11010519491231002X' })
    const { data } = await app.call(create, { body }, token)
    expect(data?.password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z0-9])[A-Za-z].{11}$/)
    const user = await readUser(data?.id ?? '')
    expect(user).toMatchObject({ phone: body.phone, email: body.email, idCard: '110105********002X', status: 1 })
    expect(user).toMatchObject({ mustChange: true, createBy: { id: admin.id }, lastLogin: null, online: 0 })
    // A new password is required first.
    expect(await app.signIn({ account: body.account, password: data?.password ?? '' })).toBeUndefined()
    const [stored] = await app.sql('select id_card from users where id = $1', [user.id])
    expect(String(stored?.id_card)).not.toContain('1101')
    const [audit] = await app.sql(`select after::text from audit_log where entity_id = $1`, [user.id])
    for (const secret of [data?.password, body.phone, body.email, body.idCard])
      expect(audit?.after).not.toContain(secret)
  })
  it('validates a given password and accepts it at sign-in', async () => {
    const refused = await app.call(create, { body: createBody({ password: 'weak' }) }, token)
    expect(refused).toMatchObject({ code: 1010, errors: [{ field: 'password' }] })
    const user = await add()
    expect((await app.call(loginInfo, {}, await app.signIn(user))).data?.name).toBe('李雷')
  })
  it('rejects login names taken anywhere on the platform or in the recycle bin', async () => {
    const phone = newPhone()
    const email = `${newAccount()}@example.cn`
    const first = await add({ phone, email })
    const tryCreate = async (rest: Partial<CreateBody>) => app.call(create, { body: createBody(rest) }, root)
    expect(await tryCreate({ account: first.account.toUpperCase() })).toMatchObject({ code: 2001, msg: '账号已存在' })
    expect(await tryCreate({ phone })).toMatchObject({ code: 2002, errors: [{ field: 'phone' }] })
    expect(await tryCreate({ email })).toMatchObject({ code: 2010, errors: [{ field: 'email' }] })
    await app.call(remove, { params: { id: first.id } }, token)
    expect(await tryCreate({ account: first.account })).toMatchObject({ code: 2001 })
  })
  it('requires permission to assign roles and rejects stronger roles', async () => {
    const weak = await createRole(['sysUsers:list'])
    const strong = await createRole(['sysBases:edit'])
    const { id } = await add({ roleIds: [weak] })
    expect((await readUser(id)).roles).toHaveLength(1)
    expect((await app.call(create, { body: createBody({ roleIds: [strong] }) }, token)).code).toBe(2005)
    expect((await app.call(create, { body: createBody({ roleIds: [randomUUID()] }) }, token)).code).toBe(2011)
    const adder = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:add', 'sysUsers:list'] }))
    expect((await app.call(create, { body: createBody({ roleIds: [weak] }) }, adder)).code).toBe(403)
    expect((await app.call(create, { body: createBody() }, adder)).code).toBe(0)
  })
  it('requires permission to add members; the first organisation is primary', async () => {
    const organization = async (ofCompany = companyId) => {
      const id = randomUUID()
      const values = [ofCompany, id, `部门${id}`, `/${id}/`]
      await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', values)
      return id
    }
    const signInWith = async (...permissions: string[]) => app.signIn(await buildUser(app, { companyId, permissions }))
    const [sales, research] = [await organization(), await organization()]
    const memberAdmin = await signInWith(...userRights, 'sysOrgs:members')
    const tryCreate = (orgs: string[], by = memberAdmin) => app.call(create, { body: createBody({ orgs }) }, by)

    const { id = '' } = (await tryCreate([research, sales, research])).data ?? {}
    const { account, orgs } = await readUser(id)
    expect(orgs.map(({ orgId, primary }) => [orgId, primary])).toEqual([
      [research, true],
      [sales, false],
    ])
    const auditRows = await app.sql(
      `select after from audit_log where event = 'organization.membersChanged' and entity_id = $1`,
      [sales],
    )
    expect(auditRows).toEqual([{ after: { members: [account] } }])

    for (const stranger of [randomUUID(), await organization(await buildCompany(app))])
      expect(await tryCreate([stranger])).toMatchObject({ code: 3117, errors: [{ field: 'orgs' }] })
    await app.sql('update orgs set status = 0 where id = $1', [sales])
    expect(await tryCreate([sales])).toMatchObject({ code: 3116, errors: [{ field: 'orgs' }] })
    const strong = await createRole(['sysBases:edit'])
    await app.sql('insert into org_roles values ($1, $2, $3, $4)', [companyId, research, strong, '{}'])
    expect(await tryCreate([research])).toMatchObject({ code: 2005, errors: [{ field: 'orgs' }] })
    expect((await tryCreate([research], await signInWith('sysUsers:add', 'sysUsers:list'))).code).toBe(403)
  })
  it('rejects a malformed account, an invalid ID card number and a past expiry', async () => {
    const wrong = await app.call(create, { body: createBody({ account: '1abc', idCard: '110105194912310021' }) }, token)
    expect(wrong).toMatchObject({ code: 400 })
    expect(wrong.errors?.map(({ field }) => field).sort()).toEqual(['account', 'idCard'])
    expect((await app.call(create, { body: createBody({ expireTime: inSeconds(-60) }) }, token)).code).toBe(2015)
  })
})

describe('the list', () => {
  it('shows masked phones, two roles, online state and last sign-in', async () => {
    const user = await add({ phone: '13912345678' })
    for (const role of [await createRole([]), await createRole([]), await createRole([])])
      expect((await assign(user.id, [{ roleId: role }], 'add')).code).toBe(0)
    await app.signIn(user)
    const row = (await listUsers({ search: user.account }))[0]
    expect(row).toMatchObject({
      phone: '139****5678',
      roleCount: 3,
      online: 1,
      self: false,
      lastLogin: { area: '内网' },
    })
    expect(row?.roles).toHaveLength(2)
  })
  it('finds users by parts of a name, an account prefix in any case, or a complete phone number', async () => {
    const phone = newPhone()
    const { account } = await add({ name: '欧阳小芳', phone })
    await add({ name: '小阳欧' })
    for (const search of ['芳', '欧阳', '阳小芳', account.toUpperCase(), phone])
      expect([search, await listAccounts({ search })]).toEqual([search, [account]])
    expect(await listAccounts({ search: account.slice(0, -1) })).toEqual([account])
    expect(await listAccounts({ search: account.slice(1) })).toEqual([])
    expect(await listAccounts({ search: phone.slice(0, 10) })).toEqual([])
    expect(await listAccounts({ search: '%' })).toEqual([])
  })
  it('filters by status, presence, role, second step, idleness and expiry; sorts and pages', async () => {
    const [free, stopped] = [await add(), await add()]
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const [ending, lasting] = [await add({ expireTime: inDays(3) }), await add({ expireTime: inDays(9) })]
    const roleId = await createRole([])
    await assign(free.id, [{ roleId }])
    await app.call(lock, { params: { id: stopped.id }, body: { reason: '离职' } }, token)
    expect(await listAccounts({ 'f.status': '2' })).toEqual([stopped.account])
    expect(await listAccounts({ 'f.online': '1' })).toEqual([admin.account])
    expect(await listAccounts({ 'f.roleId': roleId, 'f.status': '1' })).toContain(free.account)
    expect(await listAccounts({ 'f.mfa': '1' })).toEqual([])
    expect(await listAccounts({ 'f.idle': 1 })).not.toContain(admin.account)
    expect(await listAccounts({ 'f.idle': 1 })).toContain(free.account)
    expect(await listAccounts({ 'f.expire': 5 })).toEqual([ending.account])
    await app.sql(`update users set expire_at = now() where id = $1`, [lasting.id])
    expect(await listAccounts({ 'f.expire': 0 })).toEqual([lasting.account])
    const sorted = (await listUsers({ sort: '-account', size: 2 })).map(({ account }) => account)
    expect(sorted).toEqual([...sorted].sort().reverse())
    expect((await app.call(list, { query: { size: 1 } }, token)).total).toBe((await listUsers({ size: 50 })).length)
  })
  it('pages search results in list order without duplicates', async () => {
    await app.sql(
      `insert into users (company_id, id, account, name, phone, password_hash, created_at)
       select $1::uuid, gen_random_uuid(), '1770000' || lpad(n::text, 4, '0'), case when n < 3 then '阿墨墨墨' else '墨墨' || n end,
         '1770000' || lpad(n::text, 4, '0'), '', now() - make_interval(days => n)
       from generate_series(1, 25) n`,
      [companyId],
    )
    const page = async (query: Record<string, string | number>) => {
      const { data, total } = await app.call(list, { query }, token)
      return [total, data?.map(({ account }) => Number(account.slice(-4)))]
    }
    const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
    expect(await page({ search: '墨墨' })).toEqual([25, days(1, 10)])
    expect(await page({ search: '墨墨', page: 3 })).toEqual([25, days(21, 25)])
    expect(await page({ search: '墨墨', sort: 'createTime', page: 3 })).toEqual([25, days(1, 5).reverse()])
    expect(await page({ search: '1770000', sort: 'account', size: 20 })).toEqual([25, days(1, 20)])
    expect(await page({ search: '17700000007' })).toEqual([1, [7]])
    expect(await page({ search: '墨墨', page: 4 })).toEqual([25, []])
  })

  it('uses indexes in a company with many users', async () => {
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash)
       select $1::uuid, gen_random_uuid(), 'bulk' || n || substr($1::text, 1, 8), '王' || chr(20000 + n % 2000) || chr(21000 + n % 777), ''
       from generate_series(1, 4000) n`,
      [companyId],
    )
    await app.sql('analyze users')
    const plan = async (statement: string) =>
      (await app.sql(`explain ${statement}`)).map((line) => String(line['QUERY PLAN'])).join('\n')
    const page = `select id from users where company_id = '${companyId}' and deleted_at is null order by created_at desc, id limit 10`
    expect(await plan(page)).toContain('users__created_at')
    const searched = `select id from users where company_id = '${companyId}' and deleted_at is null and name_grams @> searched_grams('${companyId}', '王丁')`
    expect(await plan(searched)).not.toContain('Seq Scan')
    expect(await plan(searched)).toContain('users__name_grams')
    const many = await app.call(list, { query: { search: '王' } }, token)
    expect(many).toMatchObject({ total: 500, more: true })
    expect(many.data?.length).toBe(10)
    const deep = await app.call(list, { query: { search: '王', page: 100, sort: 'account' } }, token)
    expect(deep.data?.length).toBe(10)
    expect((await app.call(list, { query: { search: '王', 'f.status': '1' } }, token)).total).toBeGreaterThan(3999)
  })
})

describe('a user of another company', () => {
  it('is answered like an unknown id', async () => {
    const foreign = (await buildUser(app, { companyId: await buildCompany(app, `外${randomUUID()}`) })).id
    const version = 1
    const responsesFor = async (id: string) => {
      const params = { id }
      const write = { name: '名', version }
      return Promise.all([
        app.call(get, { params }, token),
        app.call(update, { params, body: write }, token),
        app.call(remove, { params }, token),
        app.call(restore, { params }, token),
        app.call(disable, { params }, token),
        app.call(enable, { params }, token),
        app.call(reset, { params, body: {} }, token),
        app.call(lock, { params, body: { reason: '试' } }, token),
        app.call(unlock, { params }, token),
        app.call(roles, { params }, token),
        app.call(assignRoles, { params, body: { roles: [], version } }, token),
        app.call(sessions, { params }, token),
        app.call(endSession, { params: { id, sid: randomUUID() } }, token),
        app.call(effective, { params }, token),
        callConfirmed((headers) => app.call(batch, { body: { action: 'delete', ids: [id] } }, token, headers)).then(
          ({ data }) => ({ code: data?.failed[0]?.code, msg: data?.failed[0]?.msg }),
        ),
      ]).then((answers) => answers.map(({ code, msg }) => [code, msg]))
    }
    const answers = await responsesFor(foreign)
    expect(answers).toEqual(await responsesFor(randomUUID()))
    expect(answers.map(([code]) => code)).toEqual(answers.map(() => 404))
  })
})

describe('changing a user', () => {
  it('binds a new phone platform-wide, releases the old one and rejects a stale version', async () => {
    const [former, next] = [newPhone(), newPhone()]
    const user = await add({ phone: former })
    const { version } = await readUser(user.id)
    expect((await updateUser(user.id, { phone: next, remark: '调岗' })).code).toBe(0)
    expect(await readUser(user.id)).toMatchObject({ phone: next, remark: '调岗', version: version + 1 })
    expect(await updateUser(user.id, { version })).toMatchObject({ code: 409, data: { current: { phone: next } } })
    const other = await add({ phone: former })
    expect(await updateUser(other.id, { phone: next })).toMatchObject({ code: 2002, errors: [{ field: 'phone' }] })
    expect((await updateUser(other.id, { phone: '' })).code).toBe(0)
    expect((await readUser(other.id)).phone).toBe('')
  })
  it('keeps the ID card number unless another is sent', async () => {
    const { id } = await add({ idCard: '11010519491231002X' })
    await updateUser(id, { name: '韩梅' })
    expect((await readUser(id)).idCard).toBe('110105********002X')
    await updateUser(id, { idCard: '' })
    expect((await readUser(id)).idCard).toBe('')
  })
})

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

describe('resetting a password', () => {
  it('shows a generated password once, ends sessions and invalidates the old password', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const { data } = await app.call(reset, { params: { id: user.id }, body: { mustChange: false } }, token)
    expect(data?.password).toHaveLength(12)
    expect(await app.call(loginInfo, {}, session)).toMatchObject({ code: 101, msg: '密码已被管理员重置，请重新登录' })
    await expect(app.signIn(user)).rejects.toThrow()
    await app.signIn({ account: user.account, password: data?.password ?? '' })
    const logged = await app.sql(`select after::text from audit_log where entity_id = $1`, [user.id])
    expect(JSON.stringify(logged)).not.toContain(data?.password)
  })
  it('validates a chosen password without returning it; sessions may stay', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const call = (body: object) => app.call(reset, { params: { id: user.id }, body }, token)
    expect(await call({ password: 'weak' })).toMatchObject({ code: 1010, errors: [{ field: 'password' }] })
    expect((await call({ password: 'Other#Pass88', logout: false })).data).toEqual({})
    expect((await app.call(loginInfo, {}, session)).code).toBe(0)
  })
})

describe('the impact of removing a user', () => {
  const impactOf = async (id: string, body: { handoverTo?: string } = {}) => {
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
    const preview = await impactOf(user.id)
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
    expect((await impactOf(user.id, { handoverTo: successor.id })).impact).toMatchObject({
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
    const platform = await platformCompanyOf(app)
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

describe('a user with more permissions', () => {
  it('cannot be reset, changed, locked, deleted, stripped or signed out by a weaker user', async () => {
    const strong = await buildUser(app, { companyId, permissions: ['sysBases:edit'] })
    const session = await app.signIn(strong)
    const params = { id: strong.id }
    const sid = (await app.call(sessions, { params }, token)).data?.[0]?.id ?? ''
    const answers = [
      await app.call(reset, { params, body: {} }, token),
      await updateUser(strong.id, { phone: newPhone() }),
      await app.call(lock, { params, body: { reason: '试' } }, token),
      await app.call(remove, { params }, token),
      await assign(strong.id, []),
      await app.call(endSession, { params: { id: strong.id, sid } }, token),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 2005))
    expect((await app.call(loginInfo, {}, session)).code).toBe(0)
  })
})

describe('role assignments', () => {
  it('can be granted and revoked only by users who hold all their rights, on the current version', async () => {
    const { id } = await add()
    const strong = await createRole(['sysBases:edit'])
    const weak = await createRole(['sysUsers:list'])
    expect(await assign(id, [{ roleId: strong }])).toMatchObject({ code: 2005, msg: '超出可授予范围' })
    expect((await assign(id, [{ roleId: weak, reason: '值班' }])).code).toBe(0)
    const { data } = await app.call(roles, { params: { id } }, token)
    expect(data?.assigned).toMatchObject([{ roleId: weak, reason: '值班', grantBy: { id: admin.id }, inForce: true }])
    const offered = await app.call(offeredRoles, { params: { id: strong }, query: {} }, token)
    expect(offered.data?.[0]).toMatchObject({ value: strong, extra: { grantable: false } })
    const [{ label = '' } = {}, ...others] = (await app.call(offeredRoles, { params: { id: weak } }, token)).data ?? []
    expect(others.length).toBeGreaterThan(1)
    const named = { params: { id: '0' }, query: { keyword: label } }
    expect((await app.call(offeredRoles, named, token)).data).toMatchObject([{ value: weak, label }])
    const body = { roles: [], version: (data?.version ?? 0) - 1 }
    expect((await app.call(assignRoles, { params: { id }, body }, token)).code).toBe(409)
    expect((await assign(id, [{ roleId: weak }], 'remove')).code).toBe(0)
    expect((await readUser(id)).roles).toEqual([])
  })
  it('with all permissions can be granted only by users who hold them', async () => {
    const roleId = await createRole([])
    await app.sql('update roles set everything = true where id = $1', [roleId])
    const { id } = await add()
    expect((await assign(id, [{ roleId }])).code).toBe(2005)
  })
  it('take and lose effect in active sessions', async () => {
    const user = await add()
    const session = await app.signIn(user)
    const roleId = await createRole(['sysUsers:list'])
    const currentRights = async () => (await app.call(grants, {}, session)).data?.modules.sysUsers ?? []
    expect(await currentRights()).toEqual([])
    const assigned = await assign(user.id, [{ roleId, startTime: inSeconds(1), expireTime: inSeconds(3) }])
    expect(assigned.code).toBe(0)
    expect(await currentRights()).toEqual([])
    await eventually(async () => expect(await currentRights()).toEqual(['list']))
    await eventually(async () => expect(await currentRights()).toEqual([]))
    expect((await readUser(user.id)).roles).toEqual([])
  })
  it('cannot end before they start or in the past', async () => {
    const { id } = await add()
    const roleId = await createRole([])
    const reversed = [{ roleId, startTime: inSeconds(200), expireTime: inSeconds(100) }]
    expect(await assign(id, reversed)).toMatchObject({ code: 2014, errors: [{ field: 'roles.0.expireTime' }] })
    expect((await assign(id, [{ roleId, expireTime: inSeconds(-100) }])).code).toBe(2015)
  })
  it('report the source of each right', async () => {
    const { id } = await add()
    const [first, second] = [await createRole(['sysUsers:list']), await createRole(['sysUsers:list', 'sysUsers:get'])]
    await assign(id, [{ roleId: first }, { roleId: second }])
    const { data } = await app.call(effective, { params: { id } }, token)
    const via = (operation: string) => data?.modules.sysUsers?.find((each) => each.operation === operation)?.via ?? []
    expect(data?.everything).toBe(false)
    expect(via('list')).toHaveLength(2)
    expect(via('get').map((role) => role.id)).toEqual([second])
  })
  it('report visible rows, per role and combined, naming the first twenty organisations', async () => {
    const { id } = await add()
    const createScopedRole = async (scope: string, orgIds: string[] = [], rules: object[] = []) => {
      const roleId = await createRole([])
      await app.sql('update roles set data_scope = $2, data_org_ids = $3, rules = $4 where id = $1', [
        ...[roleId, scope, orgIds],
        JSON.stringify(rules),
      ])
      return roleId
    }
    const organization = async (name: string, above = '/') => {
      const orgId = randomUUID()
      const orgPath = `${above}${orgId}/`
      await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
        ...[companyId, orgId, name],
        orgPath,
      ])
      return { id: orgId, path: orgPath }
    }
    const visibleRowsWith = async (...roleIds: string[]) => {
      await assign(
        id,
        roleIds.map((roleId) => ({ roleId })),
      )
      const rows = (await app.call(effective, { params: { id } }, token)).data?.rows
      if (!rows) throw new Error('nothing is said')
      return { ...rows, names: rows.organizations.map(({ name, below }) => [name, below]) }
    }
    const [head, chosen] = [await organization('甲部'), await createScopedRole('custom', [])]
    const [within, aside] = [await organization('乙组', head.path), await organization('丙部')]
    await app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, id, head.id])
    await app.sql('update roles set data_org_ids = $2 where id = $1', [chosen, [within.id, aside.id, randomUUID()]])
    const [own, below] = [await createScopedRole('self'), await createScopedRole('orgSub')]
    expect(await visibleRowsWith(own)).toMatchObject({ everybody: 'none', organizations: [], organizationCount: 0 })

    // Organisations within a wider one are not named again; deleted ones are not named.
    const both = await visibleRowsWith(below, chosen)
    expect(both.names.sort()).toEqual([
      ['丙部', false],
      ['甲部', true],
    ])
    const by = new Map(both.roles.map((role) => [role.id, role]))
    expect(by.get(below)).toMatchObject({ dataScope: 'orgSub', organizations: [{ name: '甲部' }], org: null })
    expect(
      by
        .get(chosen)
        ?.organizations.map(({ name }) => name)
        .sort(),
    ).toEqual(['丙部', '乙组'])

    const rule = { resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', value: 'a' }] }
    const filtered = await createScopedRole('company', [], [rule])
    expect(await visibleRowsWith(filtered)).toMatchObject({ everybody: 'filtered', roles: [{ rules: 1 }] })
    expect(await visibleRowsWith(filtered, await createScopedRole('all'), below)).toMatchObject({
      everybody: 'all',
      organizationCount: 0,
    })

    const many = await Promise.all(Array.from({ length: 25 }, (_, n) => organization(`组${n}`)))
    const wide = await createScopedRole(
      'custom',
      many.map((each) => each.id),
    )
    const named = await visibleRowsWith(wide)
    expect([named.organizations.length, named.organizationCount]).toEqual([20, 25])
  })
})

describe('sessions of a user', () => {
  it('can be listed and ended one by one, only through their owner', async () => {
    const [user, other] = [await add(), await add()]
    const [first, second] = [await app.signIn(user), await app.signIn(user)]
    const found = (await app.call(sessions, { params: { id: user.id } }, token)).data ?? []
    expect(found).toHaveLength(2)
    const sid = found.at(-1)?.id ?? ''
    expect((await app.call(endSession, { params: { id: other.id, sid } }, token)).code).toBe(404)
    expect((await app.call(endSession, { params: { id: user.id, sid } }, token)).code).toBe(0)
    expect((await app.call(loginInfo, {}, first)).code).toBe(101)
    expect((await app.call(loginInfo, {}, second)).code).toBe(0)
  })
})
