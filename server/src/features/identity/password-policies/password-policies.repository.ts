import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { OwnRules } from './merged-policy.ts'

const rules = [
  'kind',
  'min_length as min',
  'max_length as max',
  'history',
  'expire_days as expireDays',
  'remind_days as remindDays',
] as const
const stored = [...rules, 'updated_at as updateTime', 'updated_by as updateBy', 'version'] as const
type Stored = OwnRules & { updateTime: string; updateBy: Person; version: number }

const toColumns = ({ kind, min, max, history, expireDays, remindDays }: OwnRules) => ({
  kind,
  min_length: min,
  max_length: max,
  history,
  expire_days: expireDays,
  remind_days: remindDays,
})
const ofCompany = (db: Db, companyId: string) =>
  db.selectFrom('password_policies').where('company_id', '=', companyId).select(stored).$castTo<Stored>()

export const passwordPoliciesRepository = {
  /** A company's own row; undefined without one. */
  find: (db: Db, companyId: string) => ofCompany(db, companyId).executeTakeFirst(),

  /** The same row, locked for update. */
  findForUpdate: (db: Db, companyId: string) => ofCompany(db, companyId).forUpdate().executeTakeFirst(),

  /** The platform company's rules. Companies may read them, but not the row. */
  async platformRules(db: Db): Promise<Partial<PasswordPolicy>> {
    const { rows } = await sql<Partial<PasswordPolicy>>`
      select kind, min_length as "min", max_length as "max", history,
        expire_days as "expireDays", remind_days as "remindDays"
      from platform_password_rules()`.execute(db)
    return rows[0] ?? {}
  },

  /**
   * Adds a company's first row.
   * @returns false if another transaction was faster
   */
  async insert(db: Db, companyId: string, own: OwnRules, by: Person): Promise<boolean> {
    const added = await db
      .insertInto('password_policies')
      .values({ company_id: companyId, ...toColumns(own), updated_by: JSON.stringify(by) })
      .onConflict((conflict) => conflict.column('company_id').doNothing())
      .returning('version')
      .executeTakeFirst()
    return added !== undefined
  },

  update: (db: Db, companyId: string, own: OwnRules, by: Person) =>
    db
      .updateTable('password_policies')
      .set({ ...toColumns(own), ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .execute(),
}
