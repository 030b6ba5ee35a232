import {
  maxTermDays,
  noticeDays,
  type Term,
  type TermRow,
  type termsContract,
} from '@atrium/contract/features/governance/terms/terms.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { presentUsers } from '../../people/users/index.ts'

export type TermsQuery = InputOf<typeof termsContract.terms>['query']
type TermRef = Pick<Term, 'userId' | 'roleId'>

const endsSoon = (column: 'assignment.expires_at' | 'users.expire_at', days: number) =>
  sql<boolean>`(${sql.ref(column)} > now() and ${sql.ref(column)} <= now() + make_interval(days => ${days}))`
const releasedRole = sql<boolean>`exists (
  select from released_terms released
  where released.company_id = assignment.company_id and released.user_id = assignment.user_id and released.role_id = assignment.role_id
    and released.expires_at = assignment.expires_at)`
const releasedAccount = sql<boolean>`exists (
  select from released_terms released
  where released.company_id = users.company_id and released.user_id = users.id and released.role_id is null
    and released.expires_at = users.expire_at)`

const visibleUsers = (db: Db, actor: Actor, search: string) => {
  const users = presentUsers(db, actor)
  return search
    ? users.where(sql<boolean>`users.id = any(array(select id from find_users(${search}, ${maxDepth})))`)
    : users
}
const userColumns = ['users.id as userId', 'users.account', 'users.name'] as const
/** Roles expiring soon, of users in the caller's row scope. */
const endingRoles = (db: Db, actor: Actor, { search, 'f.days': days = maxTermDays }: TermsQuery) =>
  visibleUsers(db, actor, search)
    .innerJoin(
      // The offset makes the planner begin with the few assignments that end, and not with all of the company.
      (eb) =>
        eb
          .selectFrom('user_roles as assignment')
          .selectAll()
          .where('assignment.company_id', '=', actor.companyId)
          .where(endsSoon('assignment.expires_at', days))
          .offset(0)
          .as('assignment'),
      (join) =>
        join.onRef('assignment.company_id', '=', 'users.company_id').onRef('assignment.user_id', '=', 'users.id'),
    )
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'assignment.company_id').onRef('roles.id', '=', 'assignment.role_id'),
    )
    .select(userColumns)
    .select([
      sql<string | null>`roles.id`.as('roleId'),
      'roles.name as roleName',
      sql<string>`assignment.expires_at`.as('expireTime'),
      'assignment.reason',
      sql<Person | null>`assignment.granted_by`.as('grantBy'),
      releasedRole.as('released'),
    ])
/** Accounts expiring soon, in the same shape. */
const endingAccounts = (db: Db, actor: Actor, { search, 'f.days': days = maxTermDays }: TermsQuery) =>
  visibleUsers(db, actor, search)
    .where(endsSoon('users.expire_at', days))
    .select(userColumns)
    .select([
      sql<string | null>`null::uuid`.as('roleId'),
      sql<string>`''`.as('roleName'),
      sql<string>`users.expire_at`.as('expireTime'),
      sql<string>`''`.as('reason'),
      sql<Person | null>`null::jsonb`.as('grantBy'),
      releasedAccount.as('released'),
    ])

/** Expiring role assignments and accounts. */
export const termsRepository = {
  /** Terms of users in the caller's row scope, soonest first; accounts on request. */
  list(db: Db, actor: Actor, query: TermsQuery, withAccounts: boolean) {
    const roles = endingRoles(db, actor, query)
    const found = db
      .selectFrom((withAccounts ? roles.unionAll(endingAccounts(db, actor, query)) : roles).as('terms'))
      .$castTo<Omit<TermRow, 'id' | 'self'>>()
    const rows = found.selectAll().orderBy('expireTime').orderBy('userId').orderBy('roleId')
    return fetchPage(db, query, rows, found)
  },

  /** Those that end within a given number of days and are not released, in no order; accounts on request. */
  ending(db: Db, actor: Actor, days: number, withAccounts: boolean) {
    const query = { page: 1, size: 1, search: '', sort: '', 'f.days': days }
    const roles = endingRoles(db, actor, query)
    return withAccounts ? roles.unionAll(endingAccounts(db, actor, query)) : roles
  },

  /** Locks a user in the caller's row scope. */
  lockUser: (db: Db, actor: Actor, userId: string) =>
    presentUsers(db, actor)
      .where('users.id', '=', userId)
      .select(['users.name', 'users.version', 'users.expire_at as expireTime'])
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** Marks a term to expire as planned. */
  release: (db: Db, companyId: string, { userId, roleId }: TermRef) =>
    sql`insert into released_terms (company_id, user_id, role_id, expires_at)
      ${
        roleId === null
          ? sql`select company_id, id, null, expire_at from users where company_id = ${companyId} and id = ${userId}`
          : sql`select company_id, user_id, role_id, expires_at from user_roles
              where company_id = ${companyId} and user_id = ${userId} and role_id = ${roleId}`
      }
      on conflict on constraint released_terms__term do update set expires_at = excluded.expires_at`.execute(db),

  /** Companies with new expiring terms and their counts, at most once a day. Requires platform reach. */
  unnotifiedCompanies: async (db: Db) => {
    const { rows } = await sql<{ companyId: string; company: string; roles: number; accounts: number }>`
      select companies.id as "companyId", companies.name as company, ending.roles, ending.accounts
      from companies
        left join term_notices notice on notice.company_id = companies.id
        cross join lateral (
          select count(*) filter (where term.is_role) as roles, count(*) filter (where not term.is_role) as accounts,
            max(term.known_at) as known_at, max(term.ends_at) as ends_at
          from (
            select true as is_role, assignment.granted_at as known_at, assignment.expires_at as ends_at
            from user_roles assignment
              join users on users.company_id = assignment.company_id and users.id = assignment.user_id and users.deleted_at is null
            where assignment.company_id = companies.id and ${endsSoon('assignment.expires_at', noticeDays)} and not ${releasedRole}
            union all
            select false, users.updated_at, users.expire_at
            from users
            where users.company_id = companies.id and users.deleted_at is null and ${endsSoon('users.expire_at', noticeDays)}
              and not ${releasedAccount}) as term) as ending
      where ending.known_at is not null and (notice.notified_at is null or notice.notified_at <= now() - interval '1 day'
        and (ending.known_at > notice.notified_at or ending.ends_at > notice.notified_at + make_interval(days => ${noticeDays})))
    `.execute(db)
    return rows
  },
  /** Claims the day's notice to a company. Returns false if another node has it. Requires platform reach. */
  claimNotice: async (db: Db, companyId: string): Promise<boolean> =>
    (await db
      .insertInto('term_notices')
      .values({ company_id: companyId })
      .onConflict((conflict) =>
        conflict
          .column('company_id')
          .doUpdateSet({ notified_at: sql`now()` })
          .where('term_notices.notified_at', '<=', sql<string>`now() - interval '1 day'`),
      )
      .returning('company_id')
      .executeTakeFirst()) !== undefined,
}
