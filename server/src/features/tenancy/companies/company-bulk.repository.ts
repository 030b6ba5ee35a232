import { sql, type Updateable } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { customerCompanies } from './matching-companies.repository.ts'

/** A lock as the table has it; times with all their digits. */
export type StoredLock = {
  locked_at: string | null
  locked_until: string | null
  lock_reason: string
  locked_by: unknown
}
const lockJson = sql<StoredLock>`jsonb_build_object('locked_at', locked_at, 'locked_until', locked_until,
  'lock_reason', lock_reason, 'locked_by', locked_by)`
const among = (ids: readonly string[]) => sql<boolean>`companies.id = any(${ids}::uuid[])`

/** Companies of an operation on many: locked until the transaction ends, and how they were. */
export const companyBulkRepository = {
  hold: (db: Db, ids: readonly string[]) =>
    customerCompanies(db)
      .where(among(ids))
      .select(['companies.id', 'companies.name', 'companies.version'])
      .orderBy('companies.id')
      .forNoKeyUpdate()
      .execute(),
  /** With the version of their tenant, which subsidiaries share. */
  holdTenants: (db: Db, ids: readonly string[]) =>
    customerCompanies(db)
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where(among(ids))
      .select(['companies.id', 'companies.name', 'tenants.version'])
      .orderBy('tenants.company_id')
      .forNoKeyUpdate('tenants')
      .execute(),

  async locks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StoredLock>> {
    const rows = await customerCompanies(db)
      .where(among(ids))
      .select(['companies.id', lockJson.as('stored')])
      .execute()
    return new Map(rows.map(({ id, stored }) => [id, stored]))
  },
  putLockBack: (db: Db, id: string, { locked_by, ...was }: StoredLock, by: Person) => {
    const columns: Updateable<Tables['companies']> = {
      ...was,
      locked_by: locked_by === null ? null : JSON.stringify(locked_by),
    }
    return db
      .updateTable('companies')
      .where('id', '=', id)
      .set({ ...columns, ...updateStamps(by) })
      .execute()
  },

  /** Plan and expiry of the tenants of top companies; the time with all its digits. */
  async terms(db: Db, topIds: readonly string[]) {
    const rows = await db
      .selectFrom('tenants')
      .where(sql<boolean>`company_id = any(${topIds}::uuid[])`)
      .select(['company_id as id', 'plan_id as planId', sql<string | null>`to_jsonb(expire_at)`.as('expireTime')])
      .execute()
    return new Map(rows.map(({ id, ...terms }) => [id, terms]))
  },
}
