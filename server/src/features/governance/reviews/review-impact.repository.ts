import { maxNamesInImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { AssigneeGroup } from '../roles/index.ts'

type ReviewToClose = { companyId: string; id: string; unanswered: string }
const maxRoles = 20

/** Assignments revoked on closing: still in place, and answered or defaulted to removal. */
const removedAssignments = ({ companyId, id, unanswered }: ReviewToClose) => sql`
  select items.user_id, items.role_id
  from review_items items
    join user_roles using (company_id, user_id, role_id)
    join users on users.company_id = items.company_id and users.id = items.user_id and users.deleted_at is null
  where items.company_id = ${companyId} and items.review_id = ${id} and coalesce(items.answer, ${unanswered}) = 'remove'`

/** Statements for the impact of closing a review. */
export const reviewImpactRepository = {
  counts: async (db: Db, { companyId, id, unanswered }: ReviewToClose) => {
    const { rows } = await sql<{ removing: number; keeping: number; unanswered: number }>`
      select count(*) filter (where coalesce(answer, ${unanswered}) = 'remove') as removing,
        count(*) filter (where coalesce(answer, ${unanswered}) = 'keep') as keeping,
        count(*) filter (where answer is null) as unanswered
      from review_items where company_id = ${companyId} and review_id = ${id}`.execute(db)
    return rows[0] ?? { removing: 0, keeping: 0, unanswered: 0 }
  },

  byRole: async (db: Db, review: ReviewToClose) => {
    const { rows } = await sql<{ name: string; users: number }>`
      select roles.name, count(*) as users
      from (${removedAssignments(review)}) as going
        join roles on roles.company_id = ${review.companyId} and roles.id = going.role_id
      group by roles.id, roles.name order by users desc, roles.name collate by_name limit ${maxRoles}`.execute(db)
    return rows
  },

  /** Users who lose a role, grouped by their current and remaining roles. */
  assigneeGroups: async (db: Db, review: ReviewToClose): Promise<AssigneeGroup[]> => {
    const { companyId } = review
    const { rows } = await sql<AssigneeGroup>`
      with going as materialized (${removedAssignments(review)}),
        -- Put together rather than joined, and looked up by an array: of a new review the planner expects a row or two.
        marked as (
          select user_id, role_id, bool_or(goes) as goes from (
            select user_id, role_id, false as goes, true as stays from role_assignments assignment
            where company_id = ${companyId} and in_force(assignment) and user_id = any(array(select distinct user_id from going))
            union all select user_id, role_id, true, false from going) as parts
          group by user_id, role_id having bool_or(stays)),
        touched as (
          select user_id, array_agg(role_id order by role_id) as roles,
            coalesce(array_agg(role_id order by role_id) filter (where not goes or exists (
              select from user_orgs join org_roles using (company_id, org_id)
              where user_orgs.company_id = ${companyId} and user_orgs.user_id = marked.user_id
                and org_roles.role_id = marked.role_id)), '{}') as next
          from marked group by user_id)
      select roles::text[] as roles, next::text[] as next, count(*) as people,
        (array_agg(user_id order by user_id))[1:${sql.lit(maxNamesInImpact)}]::text[] as first
      from touched group by touched.roles, touched.next`.execute(db)
    return rows
  },
}
