import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { allMatchingUsers, isActiveSession, ofUser, userStatus } from './matching-users.repository.ts'

type UserHit = { id: string; name: string; code: string; place: string; status: number; online: boolean }

/** Ids of any few users in the caller's row scope that match. */
const findIds = async (db: Db, actor: Actor, search: string, max: number) => {
  if (actor.rows === 'all') return sql`(select id from find_users(${search}, ${max}))`
  const { rows } = await allMatchingUsers(db, actor, { search })
  return sql`(${rows.select('users.id').limit(max)})`
}

/** Users in the caller's row scope that match a search as in their list, at most `max`, exact matches first. */
export const findUserHits = async (db: Db, actor: Actor, search: string, max: number): Promise<UserHit[]> => {
  const { rows } = await sql<UserHit>`
    select users.id, users.name, users.account as code, ${userStatus} as status,
      exists (select from sessions where ${ofUser} and parent_id is null and ${isActiveSession}) as online,
      coalesce((
        select string_agg(above.name, ' / ' order by length(above.path))
        from user_orgs belonging
          join orgs on orgs.company_id = belonging.company_id and orgs.id = belonging.org_id
          join orgs above on above.company_id = orgs.company_id
            and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[])
        where belonging.company_id = users.company_id and belonging.user_id = users.id and belonging.is_primary
      ), '') as place
    from users where company_id = ${actor.companyId} and id = any(array${await findIds(db, actor, search, max)})
    order by lower(${search}) in (lower(name), lower(account)) desc, length(name), account`.execute(db)
  return rows
}
