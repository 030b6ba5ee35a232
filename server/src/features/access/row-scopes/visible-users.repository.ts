import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { type ScopedRows, type Viewer, visibleTo } from './row-scope.repository.ts'

/** Row scope and rule fields of users. */
export const scopedUsers = {
  resource: 'users',
  owner: 'users.id',
  fields: {
    account: 'users.account',
    name: 'users.name',
    sex: 'users.sex',
    createTime: 'users.created_at',
    expireTime: 'users.expire_at',
  },
  custom: 'users.custom',
} as const satisfies ScopedRows

/**
 * Subquery with the column `id`: the caller and all users in their row scope; undefined for unrestricted callers. It is
 * uncorrelated, so the planner may start with it or with the rows it filters.
 */
export const visibleUserIds = (actor: Viewer): RawBuilder<unknown> | undefined => {
  const condition = visibleTo(actor, scopedUsers)
  // Guests have no row in the company they visit.
  return (
    condition &&
    sql`(select ${actor.userId}::uuid as id
      union all select users.id from users where users.company_id = ${actor.companyId} and ${condition})`
  )
}

/** Whether a column holds the id of the caller or of a user in their row scope; undefined for unrestricted callers. */
export const isVisibleUser = (actor: Viewer, column: string): RawBuilder<boolean> | undefined => {
  const ids = visibleUserIds(actor)
  return ids && sql<boolean>`${sql.ref(column)} in ${ids}`
}

/** Those of these users that the caller does not see, unknown ones among them. */
export const findInvisibleUsers = async (db: Db, actor: Viewer, ids: readonly string[]): Promise<string[]> => {
  const visible = visibleUserIds(actor)
  if (!visible) return []
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::uuid[]) as asked (id) where asked.id not in ${visible}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same as the end of a raw condition, empty for unrestricted callers. */
export const andVisibleUser = (actor: Viewer, column: string): RawBuilder<unknown> => {
  const condition = isVisibleUser(actor, column)
  return condition ? sql`and ${condition}` : sql``
}
