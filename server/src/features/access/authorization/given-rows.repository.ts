import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { canSeeEverybody, orgDataScopes } from './scope-orgs.ts'

type Select = RawBuilder<unknown>
/** What a change gives to users, each a select of pairs that may name users who are not stored yet. */
export type Given = {
  /** Organisations that users join: `user_id` and `org_id`. */
  joined?: Select
  /** Roles that users get for their own organisations: `user_id` and `role_id`. */
  roles?: Select
  /** A role that is about to show other rows to all who hold it. */
  changed?: { roleId: string; dataScope: string }
}

const noPairs = sql`select null::uuid, null::uuid where false`
/** Pairs of ids as a select. */
export const pairs = (rows: readonly (readonly [userId: string, otherId: string])[]): Select =>
  sql`select * from unnest(${rows.map(([userId]) => userId)}::uuid[], ${rows.map(([, otherId]) => otherId)}::uuid[])`
/** Members of an organisation, each with another id. */
export const membersWith = (companyId: string, orgId: string, others: readonly string[]): Select =>
  sql`select user_orgs.user_id, other.id from user_orgs cross join unnest(${others}::uuid[]) as other (id)
    where user_orgs.company_id = ${companyId} and user_orgs.org_id = ${orgId}`
/**
 * Roles that users hold for all organisations they belong to, given to them or to one of these; stopped ones count.
 * @param of - a condition on `user_id` and `role_id`
 */
export const ownOrgRoles = (companyId: string, of: RawBuilder<boolean>): Select =>
  sql`select user_id, role_id from user_roles
      where company_id = ${companyId} and scope_org_id is null and (expires_at is null or expires_at > now()) and ${of}
    union select user_id, role_id from org_roles join user_orgs using (company_id, org_id)
      where company_id = ${companyId} and ${of}`
/** Users who hold a role for their own organisations, each with the role. */
const selectHolders = (companyId: string, roleId: string): Select =>
  ownOrgRoles(companyId, sql<boolean>`role_id = ${roleId}`)

/** Whether the caller sees all users that an organisation shows with a role of this data scope. */
const isSeen = (rows: Exclude<Actor['rows'], 'all'>, dataScope: RawBuilder<unknown>) => {
  const plain = rows.filter(({ rules }) => rules.length === 0)
  const [ids, paths] = [plain.flatMap(({ groupIds }) => groupIds), plain.flatMap(({ groupPaths }) => groupPaths)]
  return sql<boolean>`((${dataScope} = 'org' and orgs.id = any(${ids}::uuid[])) or exists (
    select from unnest(${paths}::text[]) as above (path) where is_within(orgs.path, above.path)))`
}

/**
 * Users to which a change would show users that the caller does not see: each new role in each organisation they belong
 * to, and each role they hold in each new one.
 * @returns their ids; none for callers who see everybody, without a query
 */
export const findGivenRowsBeyond = async (
  db: Db,
  { companyId, rows: seen }: Pick<Actor, 'companyId' | 'rows'>,
  { joined = noPairs, roles, changed }: Given,
): Promise<ReadonlySet<string>> => {
  if (seen === 'all' || canSeeEverybody(seen)) return new Set()
  const dataScope = changed
    ? sql`case when roles.id = ${changed.roleId} then ${changed.dataScope} else roles.data_scope end`
    : sql.ref('roles.data_scope')
  const { rows } = await sql<{ userId: string }>`
    with joining (user_id, org_id) as materialized (${joined}),
    given (user_id, role_id) as materialized (
      ${roles ?? (changed ? selectHolders(companyId, changed.roleId) : noPairs)}
      union select joining.user_id, org_roles.role_id from joining
        join org_roles on org_roles.company_id = ${companyId} and org_roles.org_id = joining.org_id),
    held as (${ownOrgRoles(companyId, sql<boolean>`user_id in (select user_id from joining)`)}),
    shown (user_id, role_id, org_id) as (
      select given.user_id, given.role_id, user_orgs.org_id from given
        join user_orgs on user_orgs.company_id = ${companyId} and user_orgs.user_id = given.user_id
      union select given.user_id, given.role_id, joining.org_id from given join joining using (user_id)
      union select joining.user_id, held.role_id, joining.org_id from joining join held using (user_id)
      union select user_id, role_id, scope_org_id from user_roles
        where company_id = ${companyId} and role_id = ${changed?.roleId ?? null}::uuid and scope_org_id is not null)
    select distinct shown.user_id as "userId" from shown
      join roles on roles.company_id = ${companyId} and roles.id = shown.role_id
      join orgs on orgs.company_id = ${companyId} and orgs.id = shown.org_id
    where ${dataScope} = any(${orgDataScopes}) and not ${isSeen(seen, dataScope)}`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}
