import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { alignStandardPlan, giveStandardPlan, makeCompanyAdmin } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const platform = { reach: 'platform' } as const
const held = async (companyId: string) =>
  app.sql(
    `select array(select element from role_elements where company_id = $1 order by 1) as elements,
            array(select menu_id from role_menus where company_id = $1 order by 1) as menus`,
    [companyId],
  )

it('a new version gives those who look after companies what it means them to hold, and nobody else anything', async () => {
  const [old, current] = [await buildTenant(app, '旧'), await buildTenant(app, '新')]
  const [keeper, other] = [await buildUser(app, { companyId: old }), await buildUser(app, { companyId: current })]
  await app.database.transact(platform, async (db) => {
    await makeCompanyAdmin(db, old, keeper.id)
    await makeCompanyAdmin(db, current, other.id)
  })
  const before = [await held(old), await held(current)]
  const [{ epoch } = {}] = await app.sql('select epoch from companies where id = $1', [current])
  await app.sql(`delete from role_elements where company_id = $1 and element like 'sysUsers:%'`, [old])
  await app.sql(
    `insert into role_elements select company_id, id, 'sysBases:edit' from roles where company_id = $1 and code = 'company-admin'`,
    [old],
  )
  // As an older version would have left the plan.
  await app.sql(`delete from plan_elements where element like 'sysUsers:%'`)
  const users = `(select id from menus where code = 'sys.users')`
  await app.sql(`delete from role_menus where company_id = $1 and menu_id in ${users}`, [old])
  await app.sql(`delete from plan_menus where menu_id in ${users}`)
  await app.sql(`insert into plan_elements select id, 'sysBases:edit' from plans where builtin`)
  await app.database.transact(platform, alignStandardPlan)
  // Nobody holds more than the plan from the start; what is new in it comes while people work.
  expect((await held(old))[0]?.elements).not.toContain('sysBases:edit')
  expect((await held(old))[0]?.elements).not.toContain('sysUsers:add')
  const shown: number[] = []
  await giveStandardPlan(app.database, (companies) => shown.push(companies))
  await giveStandardPlan(app.database, (companies) => shown.push(companies))
  expect(shown).toEqual([2])
  expect([await held(old), await held(current)]).toEqual(before)
  expect(await app.sql('select epoch from companies where id = $1', [current])).toEqual([{ epoch }])
  const { data } = await app.call(sessionContract.grants, {}, await app.signIn(keeper))
  expect(data?.modules.sysUsers).toContain('add')
})
