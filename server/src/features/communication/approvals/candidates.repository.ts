import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { isAdminRole } from '../../access/authorization/index.ts'

/** A query for `company_id` and `id` of rows. */
export type WaitingRows = RawBuilder<unknown>

/** The account that a user of several companies has in common. */
const accountOf = (user: string) => sql`coalesce(${sql.ref(`${user}.principal_id`)}, ${sql.ref(`${user}.id`)})`

/** Whether one of some roles gives what approvers of `approvals` must hold. Within the company, so that all may ask it. */
const giveIt = (roleIds: RawBuilder<unknown>) => sql<boolean>`exists (
  select from role_ancestors(approvals.company_id, ${roleIds}, false) line
    join roles above on above.company_id = approvals.company_id and above.id = line.ancestor_id
    left join role_elements given on given.company_id = above.company_id and given.role_id = above.id
      and given.element = approvals.permission
  where above.everything or given.element is not null)`

/** Ids of users that the present step of `approvals` names, in a query with that table; able or not. */
const named = sql`(
  select unnest(approvals.decider_ids) as user_id where approvals.decider_kind = 'users'
  union all
  select unnest(approvals.delegate_ids)
  union all
  select held.user_id from roles_in_force held
    join roles on roles.company_id = held.company_id and roles.id = held.role_id and roles.status = 1
  where approvals.decider_kind = 'roles' and held.company_id = approvals.company_id
    and held.role_id = any (approvals.decider_ids)
  union all
  select leader.user_id from user_orgs leader
  where approvals.decider_kind = 'leader' and leader.company_id = approvals.company_id
    and leader.org_id = any (approvals.decider_ids) and leader.duty = 'leader'
  union all
  select held.user_id from roles giving
    join roles_in_force held on held.company_id = giving.company_id and held.role_id = giving.id
  where approvals.decider_kind = 'holders' and giving.company_id = approvals.company_id
    and ${giveIt(sql`array[giving.id]`)}
  union all
  select held.user_id from roles
    join user_roles held on held.company_id = roles.company_id and held.role_id = roles.id and in_force(held)
  where (approvals.widened or approvals.decider_kind = 'administrators') and roles.company_id = approvals.company_id
    and roles.status = 1 and ${isAdminRole})`

/** Whether a user holds what approvers of `approvals` must hold. */
const holdsPermission = (user: string) =>
  sql<boolean>`(approvals.permission = '' or ${giveIt(sql`array(
    select role_id from roles_in_force held
    where held.company_id = approvals.company_id and held.user_id = ${sql.ref(`${user}.id`)})`)})`

/** Whether a user may still act in the present step: neither excluded nor through with it. */
const isFree = (user: string) => sql<boolean>`(${accountOf(user)} <> all (approvals.excluded)
  and ${sql.ref(`${user}.id`)} <> all (approvals.excluded) and not exists (
    select from approval_acts done
    where done.company_id = approvals.company_id and done.approval_id = approvals.id and done.step = approvals.step
      and done.act in ('approved', 'refused', 'delegated')
      and ${sql.ref(`${user}.id`)} in (done.actor_id, done.for_id)))`

const isDeputyNow = sql`deputy.starts_on <= current_date and deputy.ends_on >= current_date`

/**
 * Users able to act in the present step of `approvals`, in a query with that table: `id`, `account`, and `for_id`, in whose
 * name. Deputies of users who are able are, too.
 */
export const ableUsers = sql`(
  select able.id, able.account, able.id as for_id, able.name as for_name
  from users able
  where able.company_id = approvals.company_id and able.id in (select user_id from ${named} as named)
    and status_of(able) = 1 and ${isFree('able')} and ${holdsPermission('able')}
  union
  select able.id, able.account, away.id, away.name
  from approval_deputies deputy
    join users away on away.company_id = deputy.company_id and away.id = deputy.user_id
    join users able on able.company_id = deputy.company_id and able.id = deputy.deputy_id
  where deputy.company_id = approvals.company_id and ${isDeputyNow}
    and away.id in (select user_id from ${named} as named) and away.deleted_at is null
    and status_of(able) = 1 and ${isFree('away')} and ${isFree('able')} and ${holdsPermission('able')})`
/** Open approvals whose present step a user may act in, by ids. */
export const waitingFor = (db: Db, { companyId, userId }: { companyId: string; userId: string }) =>
  db
    .selectFrom('approvals')
    .where('approvals.company_id', '=', companyId)
    // A literal, for the partial index.
    .where('approvals.state', '=', sql.lit('open'))
    .where(sql<boolean>`exists (select from ${ableUsers} as able where able.id = ${userId})`)
