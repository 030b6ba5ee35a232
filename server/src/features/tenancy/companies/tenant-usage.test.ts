import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { tenantUsage } from '../tenants/index.ts'

const { ownUsage } = ownTenantContract
let app: TestApp
let companyId: string
let token: string
let tenants = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  tenants += 1
  companyId = await buildTenant(app, `用量公司${tenants}`)
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysTenant:view'] }))
})
const count = () => app.database.transact({ reach: 'platform' }, tenantUsage.count)
const read = async (by = token) => (await app.call(ownUsage, {}, by)).data?.days
const write = (ago: number, users: number) =>
  app.sql(
    `insert into tenant_usage_days (company_id, day, users, sms, storage)
     values ($1, (now() at time zone 'Asia/Shanghai')::date - $2::int, $3, 7, 10 * 1048576)`,
    [companyId, ago, users],
  )

describe('the usage of a tenant by day', () => {
  it('is that of all its companies, counted once a day and again within it', async () => {
    const subsidiary = await buildCompany(app, `用量子公司${tenants}`)
    await app.sql('update companies set parent_id = $2 where id = $1', [subsidiary, companyId])
    await buildUser(app, { companyId: subsidiary })
    await count()
    const [first] = (await read()) ?? []
    expect(first).toMatchObject({ users: 2, sms: 0, storage: 0 })
    await buildUser(app, { companyId })
    await app.sql(`update tenant_usage_days set sms = 5 where company_id = $1`, [companyId])
    await count()
    // Messages start from zero within the day, so the most counts.
    expect((await read())?.at(-1)).toMatchObject({ users: 3, sms: 5 })
    const inside = await app.signIn(await buildUser(app, { companyId: subsidiary, permissions: ['sysTenant:view'] }))
    expect(await read(inside)).toEqual(await read())
  })
  it('is shown for a year, oldest first, and forgotten a month later', async () => {
    for (const [ago, users] of [
      [1, 30],
      [364, 10],
      [365, 9],
      [390, 8],
      [397, 7],
    ] as const)
      await write(ago, users)
    expect((await read())?.map(({ users, storage }) => [users, storage])).toEqual([
      [10, 10],
      [30, 10],
    ])
    await app.sql(tenantUsage.expired)
    const kept = await app.sql('select users from tenant_usage_days where company_id = $1 order by users', [companyId])
    expect(kept.map(({ users }) => users)).toEqual([8, 9, 10, 30])
  })
  it('is that of the caller’s tenant alone, and requires the right', async () => {
    await write(1, 30)
    const other = await buildTenant(app, `别的租户${tenants}`)
    const stranger = await app.signIn(await buildUser(app, { companyId: other, permissions: ['sysTenant:view'] }))
    expect(await read(stranger)).toEqual([])
    const without = await app.signIn(await buildUser(app, { companyId }))
    expect((await app.call(ownUsage, {}, without)).status).toBe(403)
  })
  it('is read by the operator for any company and by no one outside the platform', async () => {
    await write(1, 30)
    const ask = (by: string, id = companyId) => app.call(tenantsContract.tenantUsage, { params: { id } }, by)
    expect((await ask(await app.signIn())).data?.days).toMatchObject([{ users: 30, storage: 10 }])
    const other = await buildTenant(app, `外面的租户${tenants}`)
    const outsider = await app.signIn(await buildUser(app, { companyId: other, permissions: ['sysCompanys:tenant'] }))
    expect((await ask(outsider)).code).not.toBe(0)
  })
})

describe('the usage of a plan', () => {
  const { planUsage } = tenantsContract
  const limit = (id: string, users: number | null, planId: string) =>
    app.sql('update tenants set plan_id = $2, most_users = $3 where company_id = $1', [id, planId, users])
  const addPlan = async () => {
    const [plan] = await app.sql(
      `insert into plans (id, code, name, most_sms) values (gen_random_uuid(), $1, $1, 10) returning id`,
      [`usage-${tenants}`],
    )
    return String(plan?.id)
  }
  const writeOf = (id: string, ago: number, users: number) =>
    app.sql(
      `insert into tenant_usage_days (company_id, day, users, sms, storage)
       values ($1, (now() at time zone 'Asia/Shanghai')::date - $2::int, $3, 7, 3 * 524288)`,
      [id, ago, users],
    )
  it('is the sum over its tenants by day, to the sum of their limits if all have one', async () => {
    const [plan, root] = [await addPlan(), await app.signIn()]
    const other = await buildTenant(app, `同套餐公司${tenants}`)
    const foreign = await buildTenant(app, `别套餐公司${tenants}`)
    const ask = async () => (await app.call(planUsage, { params: { id: plan } }, root)).data
    expect(await ask()).toEqual({ tenants: 0, mostUsers: null, mostSms: null, mostStorage: null, by: 'day', days: [] })
    await limit(companyId, 50, plan)
    await limit(other, 30, plan)
    await writeOf(companyId, 365, 5)
    await writeOf(companyId, 364, 10)
    await writeOf(companyId, 1, 30)
    await writeOf(other, 1, 12)
    await writeOf(foreign, 1, 1000)
    const usage = await ask()
    // The limit of messages is the plan's, twice; that of storage is not set.
    expect(usage).toMatchObject({ tenants: 2, mostUsers: 80, mostSms: 20, mostStorage: null, by: 'day' })
    expect(usage?.days.map(({ users, sms, storage }) => [users, sms, storage])).toEqual([
      [10, 7, 1.5],
      [42, 14, 3],
    ])
    await limit(other, null, plan)
    expect((await ask())?.mostUsers).toBeNull()
  })
  it('is read at the ends of months where tenants are many', async () => {
    const [plan, root] = [await addPlan(), await app.signIn()]
    await limit(companyId, null, plan)
    // Sixty days, each with its number in the month.
    await app.sql(
      `insert into tenant_usage_days (company_id, day, users, sms, storage)
       select $1, day, extract(day from day)::int, 0, 0
       from generate_series((now() at time zone 'Asia/Shanghai')::date - 60, (now() at time zone 'Asia/Shanghai')::date, interval '1 day') as day`,
      [companyId],
    )
    await app.sql(
      `with added as (insert into companies (id, name)
         select id, '众多' || id from (select gen_random_uuid() as id from generate_series(1, 250)) as many returning id)
       insert into tenants (company_id, plan_id) select id, $1 from added`,
      [plan],
    )
    const usage = (await app.call(planUsage, { params: { id: plan } }, root)).data
    expect(usage).toMatchObject({ tenants: 251, by: 'month' })
    const months = await app.sql(
      `select to_char(max(day), 'YYYY-MM-DD') as day, extract(day from max(day))::int as users from tenant_usage_days
       where company_id = $1 group by date_trunc('month', day) order by 1`,
      [companyId],
    )
    expect(usage?.days.map(({ day, users }) => ({ day, users }))).toEqual(months)
  })
  it('is refused outside the platform, without the right to tenants, and for a plan that does not exist', async () => {
    const plan = await addPlan()
    const ask = (by: string, id = plan) => app.call(planUsage, { params: { id } }, by)
    const outsider = await buildUser(app, { companyId, permissions: ['sysPlans:list', 'sysCompanys:tenant'] })
    expect((await ask(await app.signIn(outsider))).code).not.toBe(0)
    const platform = await readPlatformCompany(app)
    const narrow = await buildUser(app, { companyId: platform, permissions: ['sysPlans:list', 'sysCompanys:list'] })
    expect((await ask(await app.signIn(narrow))).code).toBe(403)
    const reader = await buildUser(app, { companyId: platform, permissions: ['sysCompanys:tenant'] })
    expect((await ask(await app.signIn(reader))).data?.tenants).toBe(0)
    expect((await ask(await app.signIn(), companyId)).code).toBe(404)
  })
})
