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
      with going as (${going(asked)}),
        touched as (
          select worn.user_id, array_agg(worn.role_id order by worn.role_id) as roles,
            coalesce(array_agg(worn.role_id order by worn.role_id) filter (where going.role_id is null or exists (
              select from user_orgs join org_roles using (company_id, org_id)
              where user_orgs.company_id = ${companyId} and user_orgs.user_id = worn.user_id
                and org_roles.role_id = worn.role_id)), '{}') as next
          from worn_roles worn
            left join going on going.user_id = worn.user_id and going.role_id = worn.role_id
          where worn.company_id = ${companyId} and in_force(worn) and worn.user_id in (select user_id from going)
          group by worn.user_id)
      select roles::text[] as roles, next::text[] as next, count(*) as people,
        (array_agg(user_id order by user_id))[1:${sql.lit(namedInImpact)}]::text[] as first
      from touched group by touched.roles, touched.next`.execute(db)
    return rows
  },
}
