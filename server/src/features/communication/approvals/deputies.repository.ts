import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

type Deputy = { deputyId: string; startDay: string; endDay: string }

/** Who decides in the place of users who are away. */
export const deputiesRepository = {
  /** An active user of a company by their complete account. */
  findColleague: (db: Db, companyId: string, account: string): Promise<Person | undefined> =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where(sql<string>`lower(account)`, '=', account.toLowerCase())
      .where(sql<boolean>`status_of(users) = 1`)
      .select(['id', 'name'])
      .executeTakeFirst(),
  accountOf: async (db: Db, companyId: string, id: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('users')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select('account')
        .executeTakeFirst()
    )?.account,
  find: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('approval_deputies as deputy')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'deputy.company_id').onRef('users.id', '=', 'deputy.deputy_id'),
      )
      .where('deputy.company_id', '=', companyId)
      .where('deputy.user_id', '=', userId)
      .where('users.deleted_at', 'is', null)
      .select(['users.account', 'users.name', 'deputy.starts_on as startDay', 'deputy.ends_on as endDay'])
      .executeTakeFirst(),
  set: (db: Db, { companyId, userId }: Owner, { deputyId: deputy_id, startDay: starts_on, endDay: ends_on }: Deputy) =>
    db
      .insertInto('approval_deputies')
      .values({ company_id: companyId, user_id: userId, deputy_id, starts_on, ends_on })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'user_id']).doUpdateSet({ deputy_id, starts_on, ends_on }),
      )
      .execute(),
  remove: (db: Db, { companyId, userId }: Owner) =>
    db.deleteFrom('approval_deputies').where('company_id', '=', companyId).where('user_id', '=', userId).execute(),
}
