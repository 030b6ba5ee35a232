import { maxNamesInImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import type { AssigneeGroup, RoleNode } from './effective-elements.ts'

/** A role with its name, and whether it shows all rows. */
export type StoredRole = RoleNode & { name: string; seesAll: boolean }

/** Statements for the effect of role changes. */
export const roleEffectsRepository = {
  /** Current assignees of these roles, grouped by all their current roles. */
  assigneeGroups: async (db: Db, companyId: string, roleIds: readonly string[]): Promise<AssigneeGroup[]> => {
    const { rows } = await sql<AssigneeGroup>`
      with touched as (
        select user_id, array_agg(role_id order by role_id) as roles from role_assignments
        where company_id = ${companyId} and in_force(role_assignments)
          and user_id in (select user_id from role_assignments
            where company_id = ${companyId} and role_id = any(${roleIds}) and in_force(role_assignments))
          and user_id not in (select id from users where company_id = ${companyId} and deleted_at is not null)
        group by user_id)
      select roles::text[] as roles, count(*) as people,
        (array_agg(user_id order by user_id))[1:${maxNamesInImpact}]::text[] as first
      from touched group by touched.roles`.execute(db)
    return rows
  },

  /** These roles and their ancestors, locked ones included. */
  nodes: async (db: Db, companyId: string, roleIds: readonly string[]): Promise<StoredRole[]> => {
    const ancestors = await sql<{ id: string }>`
      select distinct ancestor_id as id from role_ancestors(${companyId}, ${roleIds}, true)`.execute(db)
    // Passed as an array, so that the planner knows their number.
    const ids = ancestors.rows.map(({ id }) => id)
    const { rows } = await sql<StoredRole>`
      with own as (
        select role_id, array_agg(bit) as bits from role_elements join elements on elements.code = element
        where company_id = ${companyId} and role_id = any(${ids}) group by role_id)
      select id, name, parent_id as parent, status, everything, coalesce(bits, '{}') as bits,
        everything or (data_scope in ('all', 'company') and rules = '[]') as "seesAll"
      from roles left join own on own.role_id = id
      where company_id = ${companyId} and id = any(${ids})`.execute(db)
    return rows
  },

  orgNames: async (db: Db, companyId: string, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return []
    const orgs = db.selectFrom('orgs').where('company_id', '=', companyId).where('id', 'in', ids)
    return (await orgs.select('name').orderBy(byName('name')).execute()).map(({ name }) => name)
  },

  /** Those of the users in the caller's row scope. */
  visibleUsers: async (db: Db, actor: Viewer, ids: readonly string[]) => {
    if (ids.length === 0) return []
    const people = db.selectFrom('users').where('company_id', '=', actor.companyId).where('id', 'in', ids)
    const seen = isVisibleUser(actor, 'users.id')
    return (seen ? people.where(seen) : people)
      .select(['id as userId', 'name', 'account', sql<boolean>`status_of(users) = 1`.as('active')])
      .execute()
  },
}
