import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
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
const isFree = (id: RawBuilder<unknown>, account: RawBuilder<unknown>) => sql<boolean>`(
  ${account} <> all (approvals.excluded) and ${id} <> all (approvals.excluded) and not exists (
    select from approval_acts done
    where done.company_id = approvals.company_id and done.approval_id = approvals.id and done.step = approvals.step
      and done.act in ('approved', 'refused', 'delegated') and ${id} in (done.actor_id, done.for_id)))`
const isUserFree = (user: string) => isFree(sql.ref(`${user}.id`), accountOf(user))

const isDeputyNow = sql`deputy.starts_on <= current_date and deputy.ends_on >= current_date`

/**
 * Users able to act in the present step of `approvals`, in a query with that table: `id`, `account`, and `for_id`, in whose
 * name. Deputies of users who are able are, too.
 */
export const ableUsers = sql`(
  select able.id, able.account, able.id as for_id, able.name as for_name
  from users able
  where able.company_id = approvals.company_id and able.id in (select user_id from ${named} as named)
    and status_of(able) = 1 and ${isUserFree('able')} and ${holdsPermission('able')}
  union
  select able.id, able.account, away.id, away.name
  from approval_deputies deputy
    join users away on away.company_id = deputy.company_id and away.id = deputy.user_id
    join users able on able.company_id = deputy.company_id and able.id = deputy.deputy_id
  where deputy.company_id = approvals.company_id and ${isDeputyNow}
    and away.id in (select user_id from ${named} as named) and away.deleted_at is null
    and status_of(able) = 1 and ${isUserFree('away')} and ${isUserFree('able')} and ${holdsPermission('able')})`

/** A user in whose name another may act: themselves, or one whose deputy they are today. */
type Standing = {
  id: string
  account: string
  roleIds: string[]
  orgIds: string[]
  permissions: string[]
  holdsAll: boolean
  isAdmin: boolean
}
/** In whose names a user may act, themselves first. */
export type Standings = readonly [Standing, ...Standing[]]

/** All that the roles of `person` give, in a query with that table. */
const givenRoles = sql`role_ancestors(person.company_id, array(
    select role_id from roles_in_force held where held.company_id = person.company_id and held.user_id = person.id),
  false) line join roles above on above.company_id = person.company_id and above.id = line.ancestor_id`

/**
 * In whose names a user may act; undefined for one who is not active. Read once, so that approvals are found by it, and not
 * each asked for all who may act in it.
 */
export const findStandings = async (db: Db, { companyId, userId }: Owner): Promise<Standings | undefined> => {
  const { rows } = await sql<Standing>`
    select person.id, ${accountOf('person')} as account,
      array(select held.role_id from roles_in_force held
        join roles on roles.company_id = held.company_id and roles.id = held.role_id and roles.status = 1
        where held.company_id = person.company_id and held.user_id = person.id) as "roleIds",
      array(select leader.org_id from user_orgs leader
        where leader.company_id = person.company_id and leader.user_id = person.id and leader.duty = 'leader') as "orgIds",
      array(select distinct given.element from ${givenRoles}
        join role_elements given on given.company_id = above.company_id and given.role_id = above.id) as permissions,
      exists (select from ${givenRoles} where above.everything) as "holdsAll",
      exists (select from user_roles held
        join roles on roles.company_id = held.company_id and roles.id = held.role_id and roles.status = 1
        where held.company_id = person.company_id and held.user_id = person.id and in_force(held)
          and ${isAdminRole}) as "isAdmin"
    from users person
    where person.company_id = ${companyId} and (person.id = ${userId} and status_of(person) = 1
      or person.deleted_at is null and person.id in (
        select deputy.user_id from approval_deputies deputy
        where deputy.company_id = ${companyId} and deputy.deputy_id = ${userId} and ${isDeputyNow}))
    order by person.id <> ${userId}, person.id`.execute(db)
  const [own, ...others] = rows
  return own?.id === userId ? [own, ...others] : undefined
}

const holds = ({ holdsAll, permissions }: Standing) =>
  sql<boolean>`(${holdsAll} or approvals.permission = any (${permissions}::text[]))`
const names = (ids: readonly string[]) => sql<boolean>`approvals.decider_ids && ${ids}::uuid[]`
const isStillFree = ({ id, account }: Standing) => isFree(sql`${id}::uuid`, sql`${account}::uuid`)

/** Whether the present step of `approvals` is that of a user, as `named` and `isUserFree` say it of all users. */
const isTurnOf = (user: Standing) => sql<boolean>`((
    approvals.delegate_ids @> ${[user.id]}::uuid[]
    or approvals.decider_kind = 'users' and ${names([user.id])}
    or approvals.decider_kind = 'roles' and ${names(user.roleIds)}
    or approvals.decider_kind = 'leader' and ${names(user.orgIds)}
    or approvals.decider_kind = 'holders' and ${holds(user)}
    or (approvals.widened or approvals.decider_kind = 'administrators') and ${user.isAdmin})
  and ${isStillFree(user)})`

/** Open approvals whose present step a user may act in. */
export const waitingFor = (db: Db, companyId: string, standings: Standings | undefined) => {
  const open = db
    .selectFrom('approvals')
    .where('approvals.company_id', '=', companyId)
    // A literal, for the partial index.
    .where('approvals.state', '=', sql.lit('open'))
  if (!standings) return open.where(sql<boolean>`false`)
  const [own] = standings
  return open
    .where(sql<boolean>`(approvals.permission = '' or ${holds(own)})`)
    .where(sql<boolean>`(${sql.join(standings.map(isTurnOf), sql` or `)})`)
    .where(isStillFree(own))
}
