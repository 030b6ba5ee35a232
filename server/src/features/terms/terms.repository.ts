import {
  noticeDays,
  type Term,
  type TermRow,
  type termsContract,
} from '@atrium/contract/features/terms/terms.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import type { Actor } from '../../kernel/scope.ts'
import { presentUsers } from '../users/index.ts'

export type TermsQuery = InputOf<typeof termsContract.terms>['query']
type Which = Pick<Term, 'userId' | 'roleId'>

const soon = (column: 'worn.expires_at' | 'users.expire_at', days: number) =>
  sql<boolean>`(${sql.ref(column)} > now() and ${sql.ref(column)} <= now() + make_interval(days => ${days}))`
const releasedRole = sql<boolean>`exists (
  select from released_terms released
  where released.company_id = worn.company_id and released.user_id = worn.user_id and released.role_id = worn.role_id
    and released.expires_at = worn.expires_at)`
const releasedAccount = sql<boolean>`exists (
  select from released_terms released
  where released.company_id = users.company_id and released.user_id = users.id and released.role_id is null
    and released.expires_at = users.expire_at)`

const people = (db: Db, actor: Actor, search: string) => {
  const seen = presentUsers(db, actor)
  return search
    ? seen.where(sql<boolean>`users.id = any(array(select id from find_users(${search}, ${maxDepth})))`)
    : seen
}
const named = ['users.id as userId', 'users.account', 'users.name'] as const
/** The roles of people the caller sees that run out soon. */
const endingRoles = (db: Db, actor: Actor, { search, 'f.days': days = noticeDays }: TermsQuery) =>
  people(db, actor, search)
    .innerJoin('user_roles as worn', (join) =>
      join.onRef('worn.company_id', '=', 'users.company_id').onRef('worn.user_id', '=', 'users.id'),
    )
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'worn.company_id').onRef('roles.id', '=', 'worn.role_id'),
    )
    .where(soon('worn.expires_at', days))
    .select(named)
    .select([
      sql<string | null>`roles.id`.as('roleId'),
      'roles.name as roleName',
      sql<string>`worn.expires_at`.as('expireTime'),
      'worn.reason',
      sql<Person | null>`worn.granted_by`.as('grantBy'),
      releasedRole.as('released'),
    ])
/** Their accounts, in the same shape. */
const endingAccounts = (db: Db, actor: Actor, { search, 'f.days': days = noticeDays }: TermsQuery) =>
  people(db, actor, search)
    .where(soon('users.expire_at', days))
    .select(named)
    .select([
      sql<string | null>`null::uuid`.as('roleId'),
      sql<string>`''`.as('roleName'),
      sql<string>`users.expire_at`.as('expireTime'),
      sql<string>`''`.as('reason'),
      sql<Person | null>`null::jsonb`.as('grantBy'),
      releasedAccount.as('released'),
    ])

/** What somebody was given for a while. */
export const termsRepository = {
  /** Of the people the caller sees, the soonest first; accounts where he may change them. */
  list(db: Db, actor: Actor, query: TermsQuery, withAccounts: boolean) {
    const roles = endingRoles(db, actor, query)
    const found = db
      .selectFrom((withAccounts ? roles.unionAll(endingAccounts(db, actor, query)) : roles).as('terms'))
      .$castTo<Omit<TermRow, 'id' | 'self'>>()
    const rows = found.selectAll().orderBy('expireTime').orderBy('userId').orderBy('roleId')
    return pageOf(db, query, rows, found)
  },

  /** Somebody the caller sees, held until the transaction ends. */
  hold: (db: Db, actor: Actor, userId: string) =>
    presentUsers(db, actor)
      .where('users.id', '=', userId)
      .select(['users.name', 'users.version', 'users.expire_at as expireTime'])
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** Writes down that a term may run out at the end it has. */
  release: (db: Db, companyId: string, { userId, roleId }: Which) =>
    sql`insert into released_terms (company_id, user_id, role_id, expires_at)
      ${
        roleId === null
          ? sql`select company_id, id, null, expire_at from users where company_id = ${companyId} and id = ${userId}`
          : sql`select company_id, user_id, role_id, expires_at from user_roles
              where company_id = ${companyId} and user_id = ${userId} and role_id = ${roleId}`
      }
      on conflict on constraint released_terms__term do update set expires_at = excluded.expires_at`.execute(db),

  /**
   * The companies where something runs out that nobody was told of, and how much does; nobody is told twice a day. Platform
   * sight.
   */
  untold: async (db: Db) => {
    const { rows } = await sql<{ companyId: string; company: string; roles: number; accounts: number }>`
      select companies.id as "companyId", companies.name as company, ending.roles, ending.accounts
      from companies
        left join term_notices told on told.company_id = companies.id
        cross join lateral (
          select count(*) filter (where term.is_role) as roles, count(*) filter (where not term.is_role) as accounts,
            max(term.known_at) as known_at, max(term.ends_at) as ends_at
          from (
            select true as is_role, worn.granted_at as known_at, worn.expires_at as ends_at
            from user_roles worn
              join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null
            where worn.company_id = companies.id and ${soon('worn.expires_at', noticeDays)} and not ${releasedRole}
            union all
            select false, users.updated_at, users.expire_at
            from users
            where users.company_id = companies.id and users.deleted_at is null and ${soon('users.expire_at', noticeDays)}
              and not ${releasedAccount}) as term) as ending
      where ending.known_at is not null and (told.told_at is null or told.told_at <= now() - interval '1 day'
        and (ending.known_at > told.told_at or ending.ends_at > told.told_at + make_interval(days => ${noticeDays})))
    `.execute(db)
    return rows
  },
  /** Takes the day’s turn of telling a company. Out: false when another node has it. Platform sight. */
  takeTurn: async (db: Db, companyId: string): Promise<boolean> =>
    (await db
      .insertInto('term_notices')
      .values({ company_id: companyId })
      .onConflict((conflict) =>
        conflict
          .column('company_id')
          .doUpdateSet({ told_at: sql`now()` })
          .where('term_notices.told_at', '<=', sql<string>`now() - interval '1 day'`),
      )
      .returning('company_id')
      .executeTakeFirst()) !== undefined,
}
