import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Roles that members of an organisation hold. */
export const organizationRolesRepository = {
  of: (db: Db, companyId: string, orgId: string) => organizationRolesRepository.ofOrganizations(db, companyId, [orgId]),
  ofOrganizations: (db: Db, companyId: string, orgIds: readonly string[]) =>
    db
      .selectFrom('org_roles')
      .innerJoin('roles', (join) =>
        join.onRef('roles.company_id', '=', 'org_roles.company_id').onRef('roles.id', '=', 'org_roles.role_id'),
      )
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'org_roles.company_id').onRef('orgs.id', '=', 'org_roles.org_id'),
      )
      .where('org_roles.company_id', '=', companyId)
      .where(sql<boolean>`org_roles.org_id = any(${orgIds}::uuid[])`)
      .orderBy(byName('roles.name'))
      .select(['orgs.id as orgId', 'roles.id', 'roles.name', 'orgs.status'])
      .execute(),
  /** Roles assigned with this organisation scope, and the number of their assignees. */
  scopedTo: async (db: Db, companyId: string, orgId: string) => {
    const { rows } = await sql<{ id: string; name: string; users: number }>`
      with assignment as (select user_id, role_id from user_roles where company_id = ${companyId} and scope_org_id = ${orgId})
      select id, name, (select count(distinct user_id)::int from assignment) as users from roles
      where company_id = ${companyId} and id in (select role_id from assignment) order by name collate by_name`.execute(
      db,
    )
    return rows
  },
  /** Moves organisation scopes of assignments to another organisation. */
  redirectScopeOrgs: (db: Db, companyId: string, from: string, into: string) =>
    db
      .updateTable('user_roles')
      .set({ scope_org_id: into })
      .where('company_id', '=', companyId)
      .where('scope_org_id', '=', from)
      .execute(),
  grant: (db: Db, companyId: string, orgId: string, roleIds: readonly string[], by: Person) =>
    sql`insert into org_roles (company_id, org_id, role_id, granted_by)
        select ${companyId}, ${orgId}, unnest(${roleIds}::uuid[]), ${JSON.stringify(by)}::jsonb`.execute(db),
  revoke: (db: Db, companyId: string, orgId: string, roleIds: readonly string[]) =>
    sql`delete from org_roles where company_id = ${companyId} and org_id = ${orgId}
        and role_id = any(${roleIds}::uuid[])`.execute(db),
  /** Counts direct members, without deleted users. */
  countAssignees: async (db: Db, companyId: string, orgId: string): Promise<number> => {
    const { rows } = await sql<{ people: number }>`
      select count(*)::int as people from user_orgs join users on users.company_id = user_orgs.company_id and users.id = user_id
      where user_orgs.company_id = ${companyId} and org_id = ${orgId} and deleted_at is null`.execute(db)
    return rows[0]?.people ?? 0
  },
}
