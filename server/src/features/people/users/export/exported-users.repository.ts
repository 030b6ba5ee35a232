import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { allMatchingUsers, sms, userStatus, type ZonedUsersFilter } from '../listing/matching-users.repository.ts'
import type { ShownUser } from '../listing/shown-users.repository.ts'

type Own = Pick<
  ShownUser,
  'id' | 'account' | 'name' | 'phone' | 'status' | 'lockReason' | 'outside' | 'sms' | 'expireTime' | 'createTime'
>
type Belonging = { orgName: string; duty: ShownUser['orgs'][number]['duty'] }
export type ExportedUser = Own &
  Pick<ShownUser, 'totp' | 'passkey' | 'lastTime' | 'lastIp'> & { roles: string[]; orgs: Belonging[] }

type Owned = { userId: string }
/** What belongs to users, by their id. */
const byUser = async <Row extends Owned>(found: Promise<{ rows: Row[] }>) =>
  new Map((await found).rows.map((row) => [row.userId, row]))

/**
 * Loads what belongs to a batch of users, one kind at a time for all of them: a subquery per user, as a page of the list
 * has it, takes three times as long.
 */
const loadBelongings = async (db: Db, { companyId }: Actor, ids: readonly string[]) => {
  const own = sql`company_id = ${companyId} and user_id = any(${ids}::uuid[])`
  const [roles, orgs, sessions, steps] = await Promise.all([
    byUser(
      sql<Owned & { names: string[] }>`
        select assignment.user_id as "userId", array_agg(roles.name order by roles.name collate by_name) as names
        from (select distinct company_id, user_id, role_id from roles_in_force where ${own}) assignment
          join roles on roles.company_id = assignment.company_id and roles.id = assignment.role_id
        group by assignment.user_id`.execute(db),
    ),
    byUser(
      sql<Owned & { belongings: Belonging[] }>`
        select membership.user_id as "userId", json_agg(json_build_object('orgName', orgs.name, 'duty', membership.duty)
          order by membership.is_primary desc, orgs.name collate by_name) as belongings
        from (select company_id, user_id, org_id, duty, is_primary from user_orgs where ${own}) membership
          join orgs on orgs.company_id = membership.company_id and orgs.id = membership.org_id
        group by membership.user_id`.execute(db),
    ),
    byUser(
      sql<Owned & { time: string; ip: string }>`
        select distinct on (user_id) user_id as "userId", created_at as time, ip from sessions
        where ${own} and parent_id is null order by user_id, created_at desc`.execute(db),
    ),
    byUser(
      sql<Owned & { totp: boolean; passkey: boolean }>`
        select user_id as "userId", bool_or(totp) as totp, bool_or(not totp) as passkey
        from (select user_id, true as totp from totp_secrets where ${own} and confirmed_at is not null
          union all select user_id, false from passkeys where ${own}) steps
        group by user_id`.execute(db),
    ),
  ])
  return { roles, orgs, sessions, steps }
}

/** The batch of matching users after an id, ordered by id, as the export shows them. */
export const readExportedUsers = async (
  db: Db,
  actor: Actor,
  query: ZonedUsersFilter,
  after: string | undefined,
  size: number,
): Promise<ExportedUser[]> => {
  const { rows } = await allMatchingUsers(db, actor, query)
  const remaining = after === undefined ? rows : rows.where('users.id', '>', after)
  const users = await remaining
    .select(['users.id', 'users.account', 'users.name', 'users.phone', userStatus.as('status'), sms.as('sms')])
    .select(['users.lock_reason as lockReason', 'users.expire_at as expireTime', 'users.created_at as createTime'])
    .select(sql<boolean>`users.principal_id is not null`.as('outside'))
    .orderBy('users.id')
    .limit(size)
    .$castTo<Own>()
    .execute()
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const { roles, orgs, sessions, steps } = await loadBelongings(db, actor, ids)
  return users.map((user) => {
    const [last, step] = [sessions.get(user.id), steps.get(user.id)]
    return {
      ...user,
      roles: roles.get(user.id)?.names ?? [],
      orgs: orgs.get(user.id)?.belongings ?? [],
      lastTime: last?.time ?? null,
      lastIp: last?.ip ?? null,
      totp: step?.totp ?? false,
      passkey: step?.passkey ?? false,
    }
  })
}
