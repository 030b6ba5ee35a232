import type { Db } from '../../../kernel/db/database.ts'
import { newCompanyId } from '../../../kernel/ids.ts'

type InsertedCompany = { id: string; name: string }
const standardPlan = 'standard'

/** The platform company, the members' company, and the creation of customer companies. */
export const companiesRepository = {
  platformCompany: (db: Db) =>
    db.selectFrom('companies').where('platform', '=', true).select(['id', 'name']).executeTakeFirst(),

  insertPlatformCompany: (db: Db, name: string) => {
    const id = newCompanyId()
    return db
      .insertInto('companies')
      .values({ id, top_id: id, name, platform: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  membersCompany: (db: Db) => db.selectFrom('companies').where('members', '=', true).select('id').executeTakeFirst(),

  insertMembersCompany: (db: Db, name: string) => {
    const id = newCompanyId()
    return db
      .insertInto('companies')
      .values({ id, top_id: id, name, members: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  findByName: (db: Db, name: string) =>
    db.selectFrom('companies').where('name', '=', name).select('id').executeTakeFirst(),

  /** Returns the id; undefined if the name is taken, also by a concurrent insert. */
  insert: async (db: Db, name: string): Promise<string | undefined> => {
    const id = newCompanyId()
    const inserted: InsertedCompany | undefined = await db
      .insertInto('companies')
      .values({ id, top_id: id, name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    return inserted?.id
  },

  /** Makes a top company a tenant; without a plan id it gets the standard plan. */
  insertTenant: (
    db: Db,
    companyId: string,
    { planId, expireTime, template }: { planId: string | null; expireTime: string | null; template: string | null },
  ) =>
    db
      .insertInto('tenants')
      .columns(['company_id', 'plan_id', 'expire_at', 'template_id'])
      .expression((eb) =>
        eb
          .selectFrom('plans')
          .where((plan) => (planId === null ? plan('code', '=', standardPlan) : plan('id', '=', planId)))
          .select(({ val }) => [
            val(companyId).as('company_id'),
            'plans.id',
            val(expireTime).as('expire_at'),
            val(template).as('template_id'),
          ]),
      )
      .execute(),

  setAdministrator: (db: Db, companyId: string, userId: string) =>
    db.updateTable('companies').set({ admin_id: userId }).where('id', '=', companyId).execute(),
}
