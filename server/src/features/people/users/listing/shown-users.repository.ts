import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { ReadValues } from '../../../../kernel/db/custom-columns.ts'
import type { Db, Tables } from '../../../../kernel/db/database.ts'
import { type Order, orderByColumns } from '../../../../kernel/db/fetch-page.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { ancestorNames } from '../../../access/authorization/index.ts'
import { disabled, isActiveSession, ofUser, passkey, sms, totp, userStatus } from './matching-users.repository.ts'

/** A user as the list, the form and the export show them. */
export type ShownUser = {
  id: string
  account: string
  name: string
  sex: number
  phone: string | null
  email: string | null
  idCard: string | null
  remark: string
  mustChange: boolean
  passwordTime: string
  status: number
  disabled: boolean
  lockTime: string | null
  lockReason: string
  lockUntil: string | null
  lockBy: Person | null
  expireTime: string | null
  createTime: string
  createBy: Person
  updateTime: string
  updateBy: Person
  version: number
  outside: boolean
  portrait: string | null
  lastTime: string | null
  lastIp: string | null
  totp: boolean
  passkey: boolean
  sms: boolean
  online: number
  roles: { id: string; name: string }[]
  orgs: UserRow['orgs']
  custom: ReadValues['values']
  customNames: ReadValues['names']
}
/** Ids of the users to show, and the total if known: a relation with one row. */
type UserSelection = RawBuilder<{ ids: string[]; total: number | null }>

/** Turns a query for a few ids into a relation with one row. */
export const selectIds = <From extends keyof Tables>(
  few: SelectQueryBuilder<Tables, From, { id: string }> | RawBuilder<{ id: string }>,
  total: RawBuilder<number | null> = sql`null::bigint`,
): UserSelection => sql`(select array(${few}) as ids, ${total} as total)`

// An array, which is read once, and not at all where no row has a value.
const references = sql`unnest((select array_agg(custom_fields) from custom_fields
  where entity = 'user' and removed_at is null and kind in ('person', 'organization'))) reference`
const named = (table: 'users' | 'orgs') => sql`(select named.name from ${sql.table(table)} named
  where named.company_id = users.company_id and named.id = (users.custom ->> reference.key)::uuid)`
/** Names of what custom fields refer to, by id: a statement of their own costs more than the rest of a page. */
const customNames = sql<ReadValues['names']>`case when users.custom <> '{}' then (
  select json_object_agg(users.custom ->> reference.key,
    case reference.kind when 'person' then ${named('users')} else ${named('orgs')} end)
  from ${references} where users.custom ? reference.key) end`

/** The statement of `loadShownUsers`. */
export const shownUsers = (companyId: string, found: UserSelection, order: Order) =>
  sql<ShownUser & { total: number | null }>`
    select users.id, users.account, users.name, users.sex, users.phone, users.email, users.id_card as "idCard", users.remark,
      users.must_change_password as "mustChange", users.password_changed_at as "passwordTime",
      ${userStatus} as status, ${disabled} as disabled, users.locked_at as "lockTime", users.lock_reason as "lockReason",
      users.locked_until as "lockUntil", users.locked_by - 'operator' as "lockBy", users.expire_at as "expireTime",
      users.created_at as "createTime", users.created_by as "createBy", users.updated_at as "updateTime",
      users.updated_by as "updateBy", users.version, users.principal_id is not null as outside,
      portraits.etag as portrait, last.created_at as "lastTime", last.ip as "lastIp",
      ${totp} as totp, ${passkey} as passkey, ${sms} as sms,
      (select count(*) from sessions where ${ofUser} and parent_id is null and ${isActiveSession}) as online,
      (
        select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name collate by_name), '[]')
        from roles where roles.company_id = users.company_id and roles.id = any(array(
          select role_id from roles_in_force assignment where assignment.company_id = users.company_id and assignment.user_id = users.id))
      ) as roles,
      (
        select coalesce(json_agg(json_build_object('orgId', orgs.id, 'orgName', orgs.name, 'primary', membership.is_primary,
          'duty', membership.duty, 'post', coalesce(posts.name, ''), 'postId', posts.id, 'above', ${ancestorNames}) order by membership.is_primary desc, orgs.name collate by_name), '[]')
        from user_orgs membership
          join orgs on orgs.company_id = membership.company_id and orgs.id = membership.org_id
          left join posts on posts.company_id = membership.company_id and posts.id = membership.post_id
        where membership.company_id = users.company_id and membership.user_id = users.id
      ) as orgs,
      users.custom, ${customNames} as "customNames",
      found.total
    from ${found} as found
      -- An array, not a join: the planner then looks the few up by their ids.
      join users on users.id = any(found.ids)
      left join portraits on portraits.company_id = users.company_id and portraits.user_id = users.id
      left join lateral (
        select sessions.created_at, sessions.ip from sessions where ${ofUser} and parent_id is null
        order by sessions.created_at desc limit 1
      ) as last on true
    where users.company_id = ${companyId} and users.deleted_at is null
    order by ${orderByColumns('users', order)}`

/**
 * Loads present users of a company by id. Plain SQL, because building and compiling it for every list call took a third
 * of the server's time. `found`: a page or batch of ids.
 */
export const loadShownUsers = async (db: Db, { companyId }: Actor, found: UserSelection, order: Order) =>
  (await shownUsers(companyId, found, order).execute(db)).rows
