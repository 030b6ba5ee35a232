import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import { maxRankedHits } from '../../../../kernel/db/searches.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { organizationPath } from '../../../access/authorization/index.ts'
import { allMatchingUsers, isActiveSession, ofUser, userStatus } from '../listing/matching-users.repository.ts'

type UserHit = { id: string; name: string; code: string; place: string; status: number; online: boolean }

/** Some users in the caller's row scope that match, as a relation. */
const findAny = async (db: Db, actor: Actor, search: string) => {
  if (actor.rows === 'all') return sql`find_users(${search}, ${maxRankedHits})`
  const { rows } = await allMatchingUsers(db, actor, { search })
  return sql`(${rows.select(['users.id', 'users.name', 'users.account']).limit(maxRankedHits)})`
}

/** Users in the caller's row scope that match a search as in their list, at most `max`, exact matches first. */
export const findUserHits = async (db: Db, actor: Actor, search: string, max: number): Promise<UserHit[]> => {
  const best = sql`lower(${search}) in (lower(name), lower(account)) desc, length(name), account`
  const { rows } = await sql<UserHit>`
    select users.id, users.name, users.account as code, ${userStatus} as status,
      exists (select from sessions where ${ofUser} and parent_id is null and ${isActiveSession}) as online,
      coalesce((
        select ${organizationPath} from user_orgs membership
          join orgs on orgs.company_id = membership.company_id and orgs.id = membership.org_id
        where membership.company_id = users.company_id and membership.user_id = users.id and membership.is_primary
      ), '') as place
    from users where company_id = ${actor.companyId} and id = any(array(
      select id from ${await findAny(db, actor, search)} as found order by ${best} limit ${max}))
    order by ${best}`.execute(db)
  return rows
}
