import { type RawBuilder, sql } from 'kysely'
import { type Scoped, type Seer, seenBy } from './row-scope.ts'

/** What data scopes and their rules may ask of a user. */
export const userRows = {
  resource: 'users',
  owner: 'users.id',
  fields: {
    account: 'users.account',
    name: 'users.name',
    sex: 'users.sex',
    createTime: 'users.created_at',
    expireTime: 'users.expire_at',
  },
} as const satisfies Scoped

/**
 * The ids of the caller and of all users in their row scope, as a subquery with the column `id`; undefined for callers who
 * see everybody. It refers to nothing outside itself: the planner may begin with it or with the rows it narrows.
 */
export const seenUserIds = (actor: Seer): RawBuilder<unknown> | undefined => {
  const seen = seenBy(actor, userRows)
  // Guests have no row in the company they act in.
  return (
    seen &&
    sql`(select ${actor.userId}::uuid as id
      union all select users.id from users where users.company_id = ${actor.companyId} and ${seen})`
  )
}

/** Whether a column holds the id of the caller or of a user in their row scope; undefined for callers who see everybody. */
export const isSeenUser = (actor: Seer, column: string): RawBuilder<boolean> | undefined => {
  const ids = seenUserIds(actor)
  return ids && sql<boolean>`${sql.ref(column)} in ${ids}`
}

/** The same as the end of a condition in a raw statement, empty for callers who see everybody. */
export const andSeenUser = (actor: Seer, column: string): RawBuilder<unknown> => {
  const seen = isSeenUser(actor, column)
  return seen ? sql`and ${seen}` : sql``
}
