import type { NoticeScope } from '@atrium/contract/features/content/notices/notice-words.ts'
import type { NoticeReach, NoticeTarget } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { byName, nameHolds } from '../../../kernel/db/by-name.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { andVisibleUser, isVisibleUser } from '../../access/row-scopes/index.ts'

/** A target and the company that names it. `platform`: the operator's, which reaches the users of others too. */
export type Audience = NoticeTarget & { companyId: string; platform: boolean }
type Named = { id: string; name: string }
/** `visible`: whether the caller may see it. */
type Target = Named & { visible: boolean }
const hiddenName = '数据范围外的用户'

const uuids = (ids: readonly string[]) => sql`${ids}::uuid[]`
const everybody = sql<boolean>`true`

/**
 * Whether a target reaches `users`, the same rule as `notice_keys` from the other side. Whose users are asked is up to
 * the query; the platform's `all` reaches every company's.
 */
export const isReached = ({ scope, ids, companyId, platform }: Audience): RawBuilder<boolean> => {
  const own = sql<boolean>`users.company_id = ${companyId}`
  const reached: Record<NoticeScope, RawBuilder<boolean>> = {
    all: platform ? everybody : own,
    portal: platform ? everybody : own,
    company: sql<boolean>`users.company_id = any(${uuids(ids)})`,
    user: sql<boolean>`(${own} and users.id = any(${uuids(ids)}))`,
    role: sql<boolean>`(${own} and users.id in (
      select held.user_id from roles_in_force held
      where held.company_id = ${companyId} and held.role_id = any(${uuids(ids)})))`,
    org: sql<boolean>`(${own} and users.id in (
      select member.user_id from orgs above
        join orgs below on below.company_id = above.company_id and is_within(below.path, above.path)
        join user_orgs member on member.company_id = below.company_id and member.org_id = below.id
      where above.company_id = ${companyId} and above.id = any(${uuids(ids)})))`,
  }
  return sql<boolean>`(users.deleted_at is null and ${reached[scope]})`
}

type Find = (db: Db, companyId: string, ids: readonly string[]) => Promise<Named[]>
const namesOf: Record<'org' | 'role', Find> = {
  org: (db, companyId, ids) =>
    db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where('id', '=', sql<string>`any(${uuids(ids)})`)
      .select(['id', 'name'])
      .execute(),
  role: (db, companyId, ids) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('id', '=', sql<string>`any(${uuids(ids)})`)
      .select(['id', 'name'])
      .execute(),
}
/** Users outside the caller's row scope have no name. */
const userNames = async (db: Db, actor: Actor, ids: readonly string[]): Promise<Target[]> => {
  const visible = isVisibleUser(actor, 'users.id') ?? everybody
  const { rows } = await sql<Target>`
    select users.id, visible, case when visible then name || '（' || account || '）' else ${hiddenName} end as name
    from users cross join lateral (select ${visible} as visible) as seen
    where company_id = ${actor.companyId} and users.id = any(${uuids(ids)}) and deleted_at is null`.execute(db)
  return rows
}
const companyNames: Find = async (db, _companyId, ids) =>
  (await sql<Named>`select id, name from companies_for_platform(${uuids(ids)})`.execute(db)).rows

type Search = (db: Db, actor: Actor, keyword: string, limit: number) => Promise<Named[]>
const searches: Record<'company' | 'org' | 'role' | 'user', Search> = {
  // With platform reach.
  company: (db, _actor, keyword, limit) =>
    db
      .selectFrom('companies')
      .where('name', 'ilike', likePattern(keyword))
      .select(['id', 'name'])
      .orderBy(byName('name'))
      .orderBy('id')
      .limit(limit)
      .execute(),
  org: (db, { companyId }, keyword, limit) =>
    db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where('name', 'ilike', likePattern(keyword))
      .where('status', '=', 1)
      .select(['id', 'name'])
      .orderBy(byName('name'))
      .orderBy('id')
      .limit(limit)
      .execute(),
  role: (db, { companyId }, keyword, limit) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where(nameHolds('name', keyword))
      .where('type', '<>', 'template')
      .select(['id', 'name'])
      .orderBy(byName('name'))
      .orderBy('id')
      .limit(limit)
      .execute(),
  user: async (db, actor, keyword, limit) => {
    const like = likePattern(keyword)
    return (
      await sql<Named>`
        select users.id, users.name || '（' || users.account || '）' as name from users
        where users.company_id = ${actor.companyId} and users.deleted_at is null
          and (users.name ilike ${like} or users.account ilike ${like}) ${andVisibleUser(actor, 'users.id')}
        order by users.name collate by_name, users.id limit ${limit}`.execute(db)
    ).rows
  },
}

/** Who notices reach. */
export const audienceRepository = {
  /** Existing targets with their names; those of other companies are left out. */
  targets: async (db: Db, actor: Actor, { scope, ids }: NoticeTarget): Promise<Target[]> => {
    if (scope === 'all' || scope === 'portal' || ids.length === 0) return []
    if (scope === 'user') return userNames(db, actor, ids)
    const found = await { ...namesOf, company: companyNames }[scope](db, actor.companyId, ids)
    return found.map((target) => ({ ...target, visible: true }))
  },

  search: (db: Db, actor: Actor, scope: keyof typeof searches, keyword: string, limit: number): Promise<Named[]> =>
    searches[scope](db, actor, keyword, limit),

  /** How many people a target reaches now. With platform reach for the platform. */
  count: async (db: Db, audience: Audience): Promise<number> => {
    const { scope, ids, platform } = audience
    if (!platform && (scope === 'all' || scope === 'portal')) {
      const { rows } = await sql<{ people: number }>`select acting_headcount() as people`.execute(db)
      return rows[0]?.people ?? 0
    }
    const ofCompanies = scope === 'company' ? sql`where company_id = any(${uuids(ids)})` : sql``
    if (scope === 'all' || scope === 'portal' || scope === 'company') {
      const { rows } = await sql<{ people: number }>`
        select coalesce(sum(people), 0)::bigint as people from headcounts ${ofCompanies}`.execute(db)
      return rows[0]?.people ?? 0
    }
    const { rows } = await sql<{ people: number }>`
      select count(*) as people from users where ${isReached(audience)}`.execute(db)
    return rows[0]?.people ?? 0
  },

  /** How many of them have a phone and a mail address. Memberships are reached at their account elsewhere. */
  reach: async (db: Db, audience: Audience): Promise<NoticeReach> => {
    const [people, contacts] = await Promise.all([
      audienceRepository.count(db, audience),
      sql<Omit<NoticeReach, 'people'>>`
        select count(*) filter (where phone is not null) as phones, count(*) filter (where email is not null) as mails
        from users where (phone is not null or email is not null) and ${isReached(audience)}`.execute(db),
    ])
    return { people, phones: 0, mails: 0, ...contacts.rows[0] }
  },
}
