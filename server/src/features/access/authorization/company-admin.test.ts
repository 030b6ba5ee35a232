import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { alignStandardPlan, assignCompanyAdmin, rollOutStandardPlan } from '../../../../test/authorization.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const platform = { reach: 'platform' } as const
const adminRights = async (companyId: string) =>
  app.sql(
    `select array(select element from role_elements where company_id = $1 order by 1) as elements,
            array(select menu_id from role_menus where company_id = $1 order by 1) as menus`,
    [companyId],
  )

it('a new version updates the rights of company administrators and of no other role', async () => {
  const [old, current] = [await buildTenant(app, '旧'), await buildTenant(app, '新')]
  const [admin, other] = [await buildUser(app, { companyId: old }), await buildUser(app, { companyId: current })]
  await app.database.transact(platform, async (db) => {
    await assignCompanyAdmin(db, old, admin.id)
    await assignCompanyAdmin(db, current, other.id)
  })
  const before = [await adminRights(old), await adminRights(current)]
  const [{ epoch } = {}] = await app.sql('select epoch from companies where id = $1', [current])
  await app.sql(`delete from role_elements where company_id = $1 and element like 'sysUsers:%'`, [old])
  await app.sql(
    `insert into role_elements select company_id, id, 'sysBases:edit' from roles where company_id = $1 and code = 'company-admin'`,
    [old],
  )
  // Simulates a plan written by an older version.
  await app.sql(`delete from plan_elements where element like 'sysUsers:%'`)
  const users = `(select id from menus where code = 'sys.users')`
  await app.sql(`delete from role_menus where company_id = $1 and menu_id in ${users}`, [old])
  await app.sql(`delete from plan_menus where menu_id in ${users}`)
  await app.sql(`insert into plan_elements select id, 'sysBases:edit' from plans where builtin`)
  await app.database.transact(platform, alignStandardPlan)
  // Rights outside the plan go at start; new ones are granted by the rollout.
  expect((await adminRights(old))[0]?.elements).not.toContain('sysBases:edit')
  expect((await adminRights(old))[0]?.elements).not.toContain('sysUsers:add')
  const shown: number[] = []
  await rollOutStandardPlan(app.database, (companies) => shown.push(companies))
  await rollOutStandardPlan(app.database, (companies) => shown.push(companies))
  expect(shown).toEqual([2])
  expect([await adminRights(old), await adminRights(current)]).toEqual(before)
  expect(await app.sql('select epoch from companies where id = $1', [current])).toEqual([{ epoch }])
  const { data } = await app.call(sessionContract.grants, {}, await app.signIn(admin))
  expect(data?.modules.sysUsers).toContain('add')
})
