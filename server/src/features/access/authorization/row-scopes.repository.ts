import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { RowRule } from '../../../kernel/scope.ts'
import { rolesInForce } from './roles-in-force.repository.ts'

/** Row scopes that roles grant. */
export const rowScopesRepository = {
  ofRoles: (db: Db, companyId: string, userId: string) =>
    rolesInForce(db, companyId, userId)
      .innerJoin('role_assignments', (join) =>
        join
          .onRef('role_assignments.company_id', '=', 'roles.company_id')
          .onRef('role_assignments.role_id', '=', 'roles.id')
          .on('role_assignments.user_id', '=', userId),
      )
      .orderBy(byName('roles.name'))
      .select([
        'roles.id',
        'roles.name',
        'roles.everything',
        'roles.data_scope as scope',
        'roles.data_org_ids as orgIds',
      ])
      .select('role_assignments.org_id as wornBy')
      .select(
        sql<{ id: string; path: string } | null>`(
          select jsonb_build_object('id', orgs.id, 'path', orgs.path) from orgs
          where orgs.company_id = role_assignments.company_id and orgs.id = role_assignments.scope_org_id)`.as(
          'anchor',
        ),
      )
      .select(
        // A scope organisation does not narrow the same role held through membership of another organisation.
        sql<boolean>`(role_assignments.scope_org_id is null or exists (
          select from org_roles
            join user_orgs using (company_id, org_id)
            join orgs on orgs.company_id = org_roles.company_id and orgs.id = org_roles.org_id and orgs.status = 1
          where org_roles.company_id = role_assignments.company_id and org_roles.role_id = role_assignments.role_id
            and user_orgs.user_id = role_assignments.user_id))`.as('ofOwn'),
      )
      .select(sql<RowRule[]>`roles.rules`.as('rules'))
      .execute(),

  /** The organisations a user belongs to. */
  listOrgs: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom('user_orgs')
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'user_orgs.company_id').onRef('orgs.id', '=', 'user_orgs.org_id'),
      )
      .where('user_orgs.company_id', '=', companyId)
      .where('user_orgs.user_id', '=', userId)
      .select(['orgs.id', 'orgs.path'])
      .execute(),

  /** Names and paths of organisations; unknown ids are left out. */
  findOrganizations: (db: Db, companyId: string, ids: readonly string[]) =>
    db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .select(['id', 'name', 'path'])
      .orderBy(byName('name'))
      .orderBy('id')
      .execute(),

  /**
   * Names of roles whose custom data scope names one of these organisations or a descendant, or that are assigned for
   * one.
   */
  roleNamesForOrganizations: async (db: Db, companyId: string, paths: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      with reached as (
        select orgs.id from unnest(${paths}::text[]) as above (path)
        join orgs on orgs.company_id = ${companyId} and is_within(orgs.path, above.path))
      select name from roles
      where company_id = ${companyId} and (
        (data_scope = 'custom' and data_org_ids && array(select id from reached))
        or id in (select role_id from user_roles where company_id = ${companyId} and scope_org_id in (select id from reached)))
      order by name collate by_name`.execute(db)
    return rows.map(({ name }) => name)
  },
}
