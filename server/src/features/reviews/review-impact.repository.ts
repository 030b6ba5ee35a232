import { namedInImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Wearers } from '../roles/index.ts'

type Asked = { companyId: string; id: string; unanswered: string }
const mostRoles = 20

/** What is taken when a review is closed as it stands: what somebody still has that nobody keeps. */
const going = ({ companyId, id, unanswered }: Asked) => sql`
  select items.user_id, items.role_id
  from review_items items
    join user_roles using (company_id, user_id, role_id)
    join users on users.company_id = items.company_id and users.id = items.user_id and users.deleted_at is null
  where items.company_id = ${companyId} and items.review_id = ${id} and coalesce(items.answer, ${unanswered}) = 'remove'`

/** What is needed to say what closing a review does to people. */
export const reviewImpactRepository = {
  counts: async (db: Db, { companyId, id, unanswered }: Asked) => {
    const { rows } = await sql<{ removing: number; keeping: number; unanswered: number }>`
      select count(*) filter (where coalesce(answer, ${unanswered}) = 'remove') as removing,
        count(*) filter (where coalesce(answer, ${unanswered}) = 'keep') as keeping,
        count(*) filter (where answer is null) as unanswered
      from review_items where company_id = ${companyId} and review_id = ${id}`.execute(db)
    return rows[0] ?? { removing: 0, keeping: 0, unanswered: 0 }
  },

  byRole: async (db: Db, asked: Asked) => {
    const { rows } = await sql<{ name: string; users: number }>`
      select roles.name, count(*) as users
      from (${going(asked)}) as going
        join roles on roles.company_id = ${asked.companyId} and roles.id = going.role_id
      group by roles.id, roles.name order by users desc, roles.name limit ${mostRoles}`.execute(db)
    return rows
  },

  /** Those who lose a role, grouped by the roles they wear at this moment and those left to them. */
  wearers: async (db: Db, asked: Asked): Promise<Wearers[]> => {
    const { companyId } = asked
    const { rows } = await sql<Wearers>`
      with going as materialized (${going(asked)}),
        -- Put together rather than joined, and looked up by an array: of a new review the planner expects a row or two.
        marked as (
          select user_id, role_id, bool_or(goes) as goes from (
            select user_id, role_id, false as goes, true as worn from worn_roles worn
            where company_id = ${companyId} and in_force(worn) and user_id = any(array(select distinct user_id from going))
            union all select user_id, role_id, true, false from going) as parts
          group by user_id, role_id having bool_or(worn)),
        touched as (
          select user_id, array_agg(role_id order by role_id) as roles,
            coalesce(array_agg(role_id order by role_id) filter (where not goes or exists (
              select from user_orgs join org_roles using (company_id, org_id)
              where user_orgs.company_id = ${companyId} and user_orgs.user_id = marked.user_id
                and org_roles.role_id = marked.role_id)), '{}') as next
          from marked group by user_id)
      select roles::text[] as roles, next::text[] as next, count(*) as people,
        (array_agg(user_id order by user_id))[1:${sql.lit(namedInImpact)}]::text[] as first
      from touched group by touched.roles, touched.next`.execute(db)
    return rows
  },
}
