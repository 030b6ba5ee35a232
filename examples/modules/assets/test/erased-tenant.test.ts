import { buildTenant, buildUser, createTestApp } from '@atrium/kit/test'
import { expect, it } from 'vitest'
import { categoriesContract } from '../categories/categories.contract.ts'

it('takes the rows of a tenant with it when it is erased, and no others', async () => {
  const app = await createTestApp()
  const tenants = await Promise.all(['将要离开', '留下'].map((name) => buildTenant(app, name)))
  for (const companyId of tenants) {
    const token = await app.signIn(await buildUser(app, { companyId, permissions: ['assetsCategories:add'] }))
    const body = { name: '电脑', code: 'computer', months: 36, residualPercent: 5 }
    expect((await app.call(categoriesContract.create, { body }, token)).code).toBe(0)
  }
  await app.sql(`update tenants set erase_at = now() - interval '1 second' where company_id = $1`, [tenants[0]])
  await app.database.statement({ text: 'select erase_tenant($1)', values: [tenants[0]] })
  expect(await app.sql('select company_id from assets.categories')).toEqual([{ company_id: tenants[1] }])
})
