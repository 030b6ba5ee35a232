import { randomUUID } from 'node:crypto'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createPlanter } from '../../../../test/matrix/planted-rows.ts'
import { productSchemas } from '../../../kernel/db/product-schemas.ts'
import { createErasure } from './erasure.ts'

const { tenant, close, reopen, suspend } = tenantsContract
const { list } = companiesContract

let app: TestApp
let root: string
let erasure: ReturnType<typeof createErasure>
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  erasure = createErasure({ database: app.database, platformCompany: await readPlatformCompany(app) })
})

const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, `下级${randomUUID()}`)
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
const closeTenant = async (id: string, name: string) =>
  callAndConfirm(app, close, { params: { id }, body: { reason: '合同终止', name } }, root)
const reopenTenant = (id: string) => app.call(reopen, { params: { id } }, root)
const readTenant = async (id: string) => (await app.call(tenant, { params: { id } }, root)).data
const listUsers = (token: string) => app.call(usersContract.list, {}, token)
/** Makes the erasure due, as after thirty days. */
const makeErasureDue = (id: string) =>
  app.sql(`update tenants set erase_at = now() - interval '1 second' where company_id = $1`, [id])

describe('closing a tenant', () => {
  it('shows its impact, ends all sessions of its companies and can be undone within thirty days', async () => {
    const top = await buildTenant(app, '将要注销')
    const users = await Promise.all(
      [top, await buildSubsidiary(top)].map((companyId) =>
        buildUser(app, { companyId, permissions: ['sysUsers:list'] }),
      ),
    )
    const tokens = await Promise.all(users.map((user) => app.signIn(user)))
    expect((await closeTenant(top, '将要')).done).toMatchObject({ code: 3028, errors: [{ field: 'name' }] })
    const { impact, done } = await closeTenant(top, '将要注销')
    expect(impact).toEqual({ name: '将要注销', sessions: 2, users: 2, subsidiaries: 1, modules: [] })
    expect(done.code).toBe(0)
    const closed = await readTenant(top)
    expect(closed).toMatchObject({ state: 'closing', closeReason: '合同终止' })
    const days = (Date.parse(closed?.eraseTime ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    for (const token of tokens)
      expect(await listUsers(token)).toMatchObject({ code: 101, msg: '公司正在注销，请联系平台' })
    const { account = '', password = '' } = users[0] ?? {}
    const refused = await app.call(signInContract.verify, { body: { account, password } })
    expect(refused).toMatchObject({ code: 1004, msg: '公司正在注销，请联系平台' })
    expect((await app.call(list, { query: { 'f.state': 'closing' } }, root)).data?.map(({ id }) => id)).toContain(top)

    expect((await closeTenant(top, '将要注销')).done).toMatchObject({ code: 3029 })
    const suspended = await callAndConfirm(app, suspend, { params: { id: top }, body: { reason: '停' } }, root)
    expect(suspended.done).toMatchObject({ code: 3029 })
    expect(await reopenTenant(top)).toMatchObject({ code: 0 })
    expect(await reopenTenant(top)).toMatchObject({ code: 3030 })
    expect(await readTenant(top)).toMatchObject({ state: 'active', eraseTime: null, closeReason: '' })
    for (const user of users) expect((await listUsers(await app.signIn(user))).code).toBe(0)
    const events = await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [top])
    expect(events.map(({ event }) => event)).toEqual(['tenant.closed', 'tenant.reopened'])
  })
})

describe('erasing a tenant after thirty days', () => {
  it('deletes every row of its companies, keeps those of others and writes a platform audit entry', async () => {
    const planter = await createPlanter(app)
    const [top, neighbour] = [await buildTenant(app, '已经注销'), await buildTenant(app, '隔壁公司')]
    const sub = await buildSubsidiary(top)
    for (const company of [sub, top, neighbour]) await planter.plant(company)
    await app.sql(
      `insert into tenant_faults (company_id, kind, place, name, detail) values ($1, 'quota', 1, '', '{}')`,
      [top],
    )
    const tables = new Set((await planter.image(top)).map((row) => row.split(' ')[0]))
    // From the catalogue: every table with a company column has a planted row of this company.
    const companyTables = await app.sql(
      `select distinct pg_class.oid::regclass::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and not relispartition and relnamespace in ${productSchemas} and attname = 'company_id'`,
    )
    expect([...tables].sort()).toEqual(companyTables.map(({ name }) => String(name)).sort())
    const before = await planter.image(neighbour)

    expect((await closeTenant(top, '已经注销')).done.code).toBe(0)
    await erasure.eraseDue()
    expect((await readTenant(top))?.state).toBe('closing')
    await makeErasureDue(top)
    await Promise.all([erasure.eraseDue(), erasure.eraseDue()])
    expect(await planter.image(top)).toEqual([])
    expect(await planter.image(sub)).toEqual([])
    expect(await app.sql('select id from companies where id = any($1)', [[top, sub]])).toEqual([])
    expect(await planter.image(neighbour)).toEqual(before)
    expect((await app.call(tenant, { params: { id: top } }, root)).code).toBe(404)
    const audit = await app.sql(
      `select entity_name, before, company_id from audit_log where entity_id = $1 and event = 'tenant.erased'`,
      [top],
    )
    const reason = { reason: '合同终止', companies: 2, people: expect.any(Number) }
    expect(audit).toEqual([{ entity_name: '已经注销', before: reason, company_id: await readPlatformCompany(app) }])
  })
  it('deletes memberships elsewhere of its users with their roles, and no other users there', async () => {
    const [home, elsewhere] = [await buildTenant(app, '签到之处'), await buildTenant(app, '工作之处')]
    const principal = await buildUser(app, { companyId: home })
    const [member, colleague] = [
      await buildUser(app, { companyId: elsewhere }),
      await buildUser(app, { companyId: elsewhere }),
    ]
    await app.sql(
      `update users set password_hash = '', must_change_password = false, phone = null, email = null,
         principal_company_id = $3, principal_id = $4 where company_id = $1 and id = $2`,
      [elsewhere, member.id, home, principal.id],
    )
    await closeTenant(home, '签到之处')
    await makeErasureDue(home)
    await erasure.eraseDue()
    const remaining = await app.sql('select id from users where company_id = any($1) order by account', [
      [home, elsewhere],
    ])
    expect(remaining.map(({ id }) => id)).toContain(colleague.id)
    expect(remaining.map(({ id }) => id)).not.toContain(member.id)
    expect(await app.sql('select from user_roles where user_id = $1', [member.id])).toEqual([])
  })
  it('does nothing from a serving role unless the tenant is closed and due', async () => {
    const id = await buildTenant(app, '仍在服务')
    const erase = () =>
      app.database.statement({ text: 'select erase_tenant($1) as done', values: [id] }).then(({ rows }) => rows)
    expect(await erase()).toEqual([{ done: false }])
    await closeTenant(id, '仍在服务')
    expect(await erase()).toEqual([{ done: false }])
    expect(await app.sql('select id from companies where id = $1', [id])).toHaveLength(1)
  })
})
