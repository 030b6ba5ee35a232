import type { UserRow } from '@atrium/contract/features/users/users.contract.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../kernel/db/database.ts'
import { byOrder, type Order } from '../../kernel/db/page-of.ts'
import type { Actor } from '../../kernel/scope.ts'
import { disabled, living, own, passkey, sms, standing, totp } from './matching-users.repository.ts'

/** Somebody as the list, the form and the export show him. */
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
}
/** Whom to show, and how many there are in all where that is known: a relation of one row. */
type Found = RawBuilder<{ ids: string[]; total: number | null }>

/** These few, as a relation of one row. In: a statement that selects their ids. */
export const theseFew = <From extends keyof Tables>(few: SelectQueryBuilder<Tables, From, { id: string }>): Found =>
  sql`(select array(${few}) as ids, null::bigint as total)`

/**
 * Shows people of a company who are not in its recycle bin. It is plain text because it is asked at every look at a list:
 * to build and to compile it call by call took a third of what the server does for one. In: whom, a page or a batch of
 * them, and in which order.
 */
export const shownUsers = async (db: Db, { companyId }: Actor, found: Found, order: Order) => {
  const { rows } = await sql<ShownUser & { total: number | null }>`
    select users.id, users.account, users.name, users.sex, users.phone, users.email, users.id_card as "idCard", users.remark,
      users.must_change_password as "mustChange", users.password_changed_at as "passwordTime",
      ${standing} as status, ${disabled} as disabled, users.locked_at as "lockTime", users.lock_reason as "lockReason",
      users.locked_until as "lockUntil", users.locked_by as "lockBy", users.expire_at as "expireTime",
      users.created_at as "createTime", users.created_by as "createBy", users.updated_at as "updateTime",
      users.updated_by as "updateBy", users.version, users.principal_id is not null as outside,
      portraits.etag as portrait, last.created_at as "lastTime", last.ip as "lastIp",
      ${totp} as totp, ${passkey} as passkey, ${sms} as sms,
      (select count(*) from sessions where ${own} and parent_id is null and ${living}) as online,
      (
        select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name), '[]')
        from roles where roles.company_id = users.company_id and roles.id = any(array(
          select role_id from roles_in_force worn where worn.company_id = users.company_id and worn.user_id = users.id))
      ) as roles,
      (
        select coalesce(json_agg(json_build_object('orgId', orgs.id, 'orgName', orgs.name, 'primary', belonging.is_primary,
          'duty', belonging.duty, 'post', coalesce(posts.name, '')) order by belonging.is_primary desc, orgs.name), '[]')
        from user_orgs belonging
          join orgs on orgs.company_id = belonging.company_id and orgs.id = belonging.org_id
          left join posts on posts.company_id = belonging.company_id and posts.id = belonging.post_id
        where belonging.company_id = users.company_id and belonging.user_id = users.id
      ) as orgs,
      found.total
    from ${found} as found
      -- An array, not a join: the planner then looks the few up by their ids.
      join users on users.id = any(found.ids)
      left join portraits on portraits.company_id = users.company_id and portraits.user_id = users.id
      left join lateral (
        select sessions.created_at, sessions.ip from sessions where ${own} and parent_id is null
        order by sessions.created_at desc limit 1
      ) as last on true
    where users.company_id = ${companyId} and users.deleted_at is null
    order by ${byOrder('users', order)}`.execute(db)
  return rows
}
