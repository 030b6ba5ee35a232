import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
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
