import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { loginDigest, presentUsers, visibleUsers } from '../../people/users/index.ts'
import { type FilterColumns, idColumn } from './filter-condition.repository.ts'
import { findPage, type ListRequest } from './list-request.repository.ts'

/** A user as an application sees them: with what it calls them, or their account if it never has. */
export type ScimUser = {
  id: string
  account: string
  userName: string
  externalId: string | null
  name: string
  givenName: string
  familyName: string
  /** What the application calls them, whole; empty if it does not say. */
  formattedName: string
  /** Whether the application has given the name that is shown. */
  hasDisplayName: boolean
  email: string | null
  phone: string | null
  active: boolean
  createdAt: string
  updatedAt: string
  version: number
  /** Of the link; 0 without one. */
  linkVersion: number
}

const selectUsers = (db: Db, actor: Actor) =>
  presentUsers(db, actor)
    .leftJoin('open_app_scim_users as link', (join) =>
      join
        .onRef('link.company_id', '=', 'users.company_id')
        .onRef('link.user_id', '=', 'users.id')
        .on('link.app_id', '=', actor.userId),
    )
    .select(['users.id', 'users.account', 'users.name', 'users.email', 'users.phone', 'users.version'])
    .select(['link.external_id as externalId', 'users.created_at as createdAt'])
    .select([
      sql<string>`coalesce(link.user_name, users.account)`.as('userName'),
      sql<string>`coalesce(link.given_name, '')`.as('givenName'),
      sql<string>`coalesce(link.family_name, '')`.as('familyName'),
      sql<string>`coalesce(link.formatted_name, '')`.as('formattedName'),
      sql<boolean>`coalesce(link.has_display_name, false)`.as('hasDisplayName'),
      sql<boolean>`users.status = 1`.as('active'),
      sql<string>`greatest(users.updated_at, link.updated_at)`.as('updatedAt'),
      sql<number>`coalesce(link.version, 0)`.as('linkVersion'),
    ])

const hasLogin = (kind: 'account' | 'mail', name: string, { companyId }: Actor) =>
  sql`select login.user_id from login_directory login where login.kind = ${kind}
    and login.digest = ${loginDigest(kind, name)} and login.company_id = ${companyId}`
const ownLinks = ({ companyId, userId: appId }: Actor) =>
  sql`open_app_scim_users own where own.company_id = ${companyId} and own.app_id = ${appId}`
const given = (column: string, value: string | boolean) =>
  sql`case when found.${sql.ref(column)} is not null then ${value} end`

/** Attributes that an application filters and sorts its users by. */
export const userColumns = (actor: Actor): FilterColumns => {
  const text = (column: string) => ({ kind: 'text', value: sql.ref(`found.${column}`) }) as const
  const moment = (column: string) => ({ kind: 'moment', value: sql.ref(`found.${column}`) }) as const
  const mail = {
    ...text('email'),
    equals: (name: string) => sql<boolean>`found.id in (${hasLogin('mail', name, actor)})`,
  }
  return {
    id: idColumn,
    externalid: {
      kind: 'exact',
      value: sql.ref('found.externalId'),
      equals: (name) =>
        sql<boolean>`found.id in (select own.user_id from ${ownLinks(actor)} and own.external_id = ${name})`,
    },
    username: {
      ...text('userName'),
      equals: (name) => sql<boolean>`found.id in (
        select own.user_id from ${ownLinks(actor)} and lower(own.user_name) = lower(${name})
        union all (${hasLogin('account', name, actor)}
          and not exists (select from ${ownLinks(actor)} and own.user_id = login.user_id)))`,
    },
    displayname: text('name'),
    'name.formatted': { kind: 'text', value: sql`coalesce(nullif(found."formattedName", ''), found.name)` },
    'name.givenname': text('givenName'),
    'name.familyname': text('familyName'),
    active: { kind: 'boolean', value: sql.ref('found.active') },
    emails: mail,
    'emails.value': mail,
    'emails.type': { kind: 'text', value: given('email', 'work') },
    'emails.primary': { kind: 'boolean', value: given('email', true) },
    phonenumbers: text('phone'),
    'phonenumbers.value': text('phone'),
    'phonenumbers.type': { kind: 'text', value: given('phone', 'mobile') },
    'meta.created': moment('createdAt'),
    'meta.lastmodified': moment('updatedAt'),
  }
}

/** Present users in the row scope of an application's owner. */
export const scimUsersRepository = {
  list: (db: Db, actor: Actor, request: ListRequest) => findPage<ScimUser>(db, selectUsers(db, actor), request),
  find: async (db: Db, actor: Actor, id: string): Promise<ScimUser | undefined> =>
    (await selectUsers(db, actor).where('users.id', '=', id).executeTakeFirst()) as ScimUser | undefined,
  /** The user in the recycle bin who signs in by a name; undefined if there is none that the owner sees. */
  findRemoved: (db: Db, actor: Actor, kind: 'account' | 'mail', name: string) =>
    visibleUsers(db, actor)
      .where('users.deleted_at', 'is not', null)
      .where(sql<boolean>`users.id in (${hasLogin(kind, name, actor)})`)
      .select('users.id as userId')
      .executeTakeFirst(),
  /** Whose account this is, in the company or elsewhere; undefined if it is free. */
  accountOwner: (db: Db, account: string) =>
    db
      .selectFrom('login_directory')
      .where('kind', '=', 'account')
      .where('digest', '=', loginDigest('account', account))
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirst(),
}
