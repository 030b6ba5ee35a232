import { sql } from 'kysely'
import { rowsWithValue, type ValueField } from '../../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { maxRankedHits } from '../../../../kernel/db/searches.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { organizationPath } from '../../../access/authorization/index.ts'
import {
  allMatchingUsers,
  isActiveSession,
  ofUser,
  presentUsers,
  userStatus,
} from '../listing/matching-users.repository.ts'

type UserHit = { id: string; name: string; code: string; place: string; status: number; online: boolean }

/** Rows that have one value of a custom field, among which those in the caller's row scope are looked for. */
const maxHolders = 500
/** Some users in the caller's row scope that match, as a relation. */
const findAny = async (db: Db, actor: Actor, search: string) => {
  if (actor.rows === 'all') return sql`find_users(${search}, ${maxRankedHits})`
  const { rows } = await allMatchingUsers(db, actor, { search })
  return sql`(${rows.select(['users.id', 'users.name', 'users.account']).limit(maxRankedHits)})`
}

/** Users in the caller's row scope who have exactly this value in a custom field. */
const findHolders = async (db: Db, actor: Actor, value: string, fields: readonly ValueField[], max: number) => {
  const holders = presentUsers(db, actor)
    .where(sql<boolean>`users.id = any(${rowsWithValue(actor.companyId, fields, value, maxHolders)})`)
    .select('users.id')
    .limit(max)
  return fields.length === 0 ? [] : (await holders.execute()).map(({ id }) => id)
}

/**
 * Users in the caller's row scope that match a search as in their list, or have it in one of the custom fields, at most
 * `max`, exact matches first.
 */
export const findUserHits = async (
  db: Db,
  actor: Actor,
  search: string,
  max: number,
  fields: readonly ValueField[] = [],
): Promise<UserHit[]> => {
  const holders = await findHolders(db, actor, search, fields, max)
  const isHolder = holders.length === 0 ? sql`false` : sql`id = any(${holders}::uuid[])`
  const best = sql`(lower(${search}) in (lower(name), lower(account)) or ${isHolder}) desc, length(name), account`
  const { rows } = await sql<UserHit>`
    select users.id, users.name, users.account as code, ${userStatus} as status,
      exists (select from sessions where ${ofUser} and parent_id is null and ${isActiveSession}) as online,
      coalesce((
        select ${organizationPath} from user_orgs membership
          join orgs on orgs.company_id = membership.company_id and orgs.id = membership.org_id
        where membership.company_id = users.company_id and membership.user_id = users.id and membership.is_primary
      ), '') as place
    from users where company_id = ${actor.companyId} and (${isHolder} or id = any(array(
      select id from ${await findAny(db, actor, search)} as found order by ${best} limit ${max})))
    order by ${best} limit ${max}`.execute(db)
  return rows
}
