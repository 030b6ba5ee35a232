import type { Membership, RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import type { ResolveReferences } from '../../../../kernel/sheets/imported-rows.ts'
import { presentUsers, visibleUsers } from '../listing/matching-users.repository.ts'
import { loginDigest } from '../users.repository.ts'

type Reader = { db: Db; actor: Actor }
export type StoredMembership = Membership & { orgId: string; post: string }
export type StoredAssignment = RequestedRole & { name: string }
/** A user as an import sees them. */
export type ImportedUserRow = {
  id: string
  version: number
  account: string
  name: string
  phone: string | null
  email: string | null
  sex: number
  /** Sealed. */
  idCard: string | null
  remark: string
  expireTime: string | null
  outside: boolean
  /** The primary one first. */
  memberships: StoredMembership[]
  assignments: StoredAssignment[]
}

const memberships = sql<StoredMembership[]>`(
  select coalesce(json_agg(json_build_object('orgId', own.org_id, 'duty', own.duty, 'postId', own.post_id,
    'primary', own.is_primary, 'post', coalesce(posts.name, '')) order by own.is_primary desc, own.since, own.org_id), '[]')
  from user_orgs own left join posts on posts.company_id = own.company_id and posts.id = own.post_id
  where own.company_id = users.company_id and own.user_id = users.id)`
const assignments = sql<StoredAssignment[]>`(
  select coalesce(json_agg(json_build_object('roleId', assignment.role_id, 'name', roles.name, 'orgId', assignment.scope_org_id,
    'startTime', assignment.start_at, 'expireTime', assignment.expires_at, 'reason', assignment.reason) order by roles.name collate by_name, roles.id), '[]')
  from user_roles assignment join roles on roles.company_id = assignment.company_id and roles.id = assignment.role_id
  where assignment.company_id = users.company_id and assignment.user_id = users.id)`

const select = ({ db, actor }: Reader, locks: boolean) => {
  const rows = presentUsers(db, actor)
    .select(['users.id', 'users.version', 'users.account', 'users.name', 'users.phone', 'users.email', 'users.sex'])
    .select(['users.id_card as idCard', 'users.remark', 'users.expire_at as expireTime'])
    .select(sql<boolean>`users.principal_id is not null`.as('outside'))
    .select([memberships.as('memberships'), assignments.as('assignments')])
  return (locks ? rows.forNoKeyUpdate('users') : rows).$castTo<ImportedUserRow>()
}

/** Users of the caller's row scope as imports find, change and delete them. */
export const importedUsersRepository = {
  /** Those who sign in with one of these names. */
  byNames: (reader: Reader, kind: 'account' | 'phone' | 'mail', names: readonly string[], locks: boolean) => {
    const digests = names.map((name) => loginDigest(kind, name).toString('hex'))
    return select(reader, locks)
      .where(
        sql<boolean>`users.id = any(array(select login.user_id from login_directory login
          where login.company_id = ${reader.actor.companyId} and login.kind = ${kind}
            and login.digest = any(array(select decode(hex, 'hex') from unnest(${digests}::text[]) as asked (hex)))))`,
      )
      .execute()
  },
  byIds: (reader: Reader, ids: readonly string[]) =>
    select(reader, true).where(sql<boolean>`users.id = any(${ids}::uuid[])`).execute(),

  /**
   * Users that an import has added, locked until the transaction ends. `untouched`: no one has signed in as them or set
   * their password, and their roles and organisations are those that they were added with.
   */
  added: ({ db, actor }: Reader, ids: readonly string[]) =>
    visibleUsers(db, actor)
      .where('users.deleted_at', 'is', null)
      .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
      .select(['users.id', 'users.version', 'users.account', 'users.name'])
      .select(
        sql<boolean>`users.password_changed_at = users.created_at and users.epoch = 1 and not exists (
          select from sessions where sessions.company_id = users.company_id and sessions.user_id = users.id)`.as(
          'untouched',
        ),
      )
      .forUpdate('users')
      .execute(),
  /** Deletes users for good, with all that belongs to them. */
  erase: (db: Db, companyId: string, ids: readonly string[]) =>
    sql`delete from users where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db),
}

/** Ids of users in the caller's row scope by their accounts, or else by their names, whatever the letters. */
export const resolveUsers: ResolveReferences = async ({ db, actor }, _by, texts) => {
  const wanted = texts.map((text) => text.toLowerCase())
  const rows = await presentUsers(db, actor)
    .where(sql<boolean>`(lower(users.account) = any(${wanted}::text[]) or lower(users.name) = any(${wanted}::text[]))`)
    .select(['users.id', sql<string>`lower(users.account)`.as('account'), sql<string>`lower(users.name)`.as('name')])
    .execute()
  const byName = Map.groupBy(rows, ({ name }) => name)
  const byAccount = new Map(rows.map(({ id, account }) => [account, id]))
  const find = (text: string): string | null | undefined => {
    const named = byName.get(text) ?? []
    return byAccount.get(text) ?? (named.length > 1 ? null : named[0]?.id)
  }
  const found = texts.map((text) => [text, find(text.toLowerCase())] as const)
  return new Map(found.flatMap(([text, id]) => (id === undefined ? [] : [[text, id] as const])))
}
