import { randomUUID } from 'node:crypto'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import {
  add,
  admin,
  app,
  assign,
  type CreateBody,
  callConfirmed,
  companyId,
  createBody,
  createRole,
  inSeconds,
  listAccounts,
  listUsers,
  newAccount,
  newPhone,
  readUser,
  removeUser,
  root,
  setUpUsers,
  token,
  updateUser,
  userRights,
} from '../../../../test/users-stage.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'

setUpUsers()

const { list, get, create, update, reset } = usersContract
const { remove, restore, lock, unlock, disable, enable } = userStatusContract
const { batch } = userBatchContract
const { roles, assignRoles, effective } = userRolesContract
const { sessions, endSession } = usersContract
const { loginInfo } = sessionContract

it('calls fields in the audit log what its lists call them', async () => {
  const { id } = await add()
  await updateUser(id, { name: '韩梅' })
  const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysLogs:oper'] }))
  const { data } = await app.call(operationLogsContract.timeline, { params: { entity: 'user', id }, query: {} }, reader)
  expect(data?.[0]?.diff).toEqual([{ field: 'name', label: '姓名', from: '李雷', to: '韩梅' }])
})

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
    const tryCreate = (ids: string[], by = memberAdmin) =>
      app.call(create, { body: createBody({ orgs: ids.map((orgId) => ({ orgId })) }) }, by)

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
    const toDay = (time: string | null | undefined) => wallClock(platformZone, new Date(time ?? '')).slice(0, 10)
    expect(await listAccounts({ 'f.expireBy': toDay(ending.expireTime) })).toEqual([ending.account])
    expect(await listAccounts({ 'f.expireBy': toDay(inDays(2)) })).toEqual([])
    expect((await app.call(list, { query: { 'f.expireBy': '2026-02-30' } }, token)).code).toBe(400)
    await app.sql(`update users set expire_at = now() where id = $1`, [lasting.id])
    expect(await listAccounts({ 'f.expire': 0 })).toEqual([lasting.account])
    const sorted = (await listUsers({ sort: '-account', size: 2 })).map(({ account }) => account)
    expect(sorted).toEqual([...sorted].sort().reverse())
    expect((await app.call(list, { query: { size: 1 } }, token)).total).toBe((await listUsers({ size: 50 })).length)
  })
  it('shows how many users there are on every page, as they come and go', async () => {
    const total = async (query: Record<string, string | number> = {}) =>
      (await app.call(list, { query }, token)).total ?? Number.NaN
    const before = await total()
    const { id } = await add()
    const totals = async () => [
      await total(),
      await total({ page: 2, size: 1 }),
      await total({ page: 500, sort: 'name' }),
    ]
    expect(await totals()).toEqual([before + 1, before + 1, before + 1])
    await removeUser(id)
    expect(await totals()).toEqual([before, before, before])
    await app.call(restore, { params: { id } }, token)
    expect(await totals()).toEqual([before + 1, before + 1, before + 1])
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
