import { sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../../../kernel/db/database.ts'
import { operatorsMark } from '../../../../kernel/operator-lock.ts'
import type { Owner } from '../../../../kernel/scope.ts'
import { userStatus } from '../listing/matching-users.repository.ts'

/** Who can sign in, as the table has it; times with all their digits. */
export type StoredStatus = {
  status: number
  locked_at: string | null
  locked_until: string | null
  lock_reason: string
  locked_by: unknown
  expire_at: string | null
  deleted_at: string | null
  deleted_by: unknown
}
const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
const statusJson = sql<StoredStatus>`jsonb_build_object('status', status, 'locked_at', locked_at,
  'locked_until', locked_until, 'lock_reason', lock_reason, 'locked_by', locked_by, 'expire_at', expire_at,
  'deleted_at', deleted_at, 'deleted_by', deleted_by)`

/** The status of users, to be restored exactly. */
export const storedStatusRepository = {
  async of(db: Db, companyId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, StoredStatus>> {
    const rows = await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${userIds}::uuid[])`)
      .select(['id', statusJson.as('stored')])
      .execute()
    return new Map(rows.map(({ id, stored }) => [id, stored]))
  },
  toColumns: ({ locked_by, deleted_by, ...columns }: StoredStatus): Updateable<Tables['users']> => ({
    ...columns,
    locked_by: json(locked_by),
    deleted_by: json(deleted_by),
  }),
  isLockedByOperator: async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .where(sql<boolean>`locked_by @> ${JSON.stringify(operatorsMark)}::jsonb`)
      .select('id')
      .executeTakeFirst()) !== undefined,
  /** For the audit log. */
  audited: async (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select([userStatus.as('status'), 'lock_reason as reason', 'locked_until as until', 'expire_at as expireTime'])
      .select(sql<boolean>`deleted_at is not null`.as('removed'))
      .executeTakeFirstOrThrow(),
}
