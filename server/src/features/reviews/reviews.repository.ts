import { maxReviewed } from '@atrium/contract/features/reviews/review-limits.ts'
import type {
  ReviewerRow,
  ReviewRow,
  ReviewStart,
  ReviewStartImpact,
  reviewsContract,
} from '@atrium/contract/features/reviews/reviews.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { likePattern, type Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { isSeenUser } from '../../kernel/db/seen-users.ts'
import { presentUsers } from '../users/index.ts'
import { nextStart } from './review-series.repository.ts'

export type ReviewsQuery = InputOf<typeof reviewsContract.list>['query']
export type ReviewersQuery = InputOf<typeof reviewsContract.reviewers>['query']
type Cover = { covered: number } & Omit<ReviewStartImpact, 'left'>
type Covered = Pick<ReviewStart, 'coverage' | 'roleIds' | 'orgIds'>

const one = (db: Db, companyId: string, id: string) =>
  db.updateTable('reviews').where('company_id', '=', companyId).where('id', '=', id)

/** Which of the roles that people were given. */
const isCovered = (companyId: string, { coverage, roleIds, orgIds }: Covered): RawBuilder<boolean> => {
  if (coverage === 'roles') return sql`worn.role_id = any(${roleIds}::uuid[])`
  if (coverage === 'all') return sql`true`
  return sql`worn.user_id in (
    select user_orgs.user_id from orgs above
      join orgs below on below.company_id = above.company_id and stands_in(below.path, above.path)
      join user_orgs on user_orgs.company_id = below.company_id and user_orgs.org_id = below.id
    where above.company_id = ${companyId} and above.id = any(${orgIds}::uuid[]))`
}

/** Reviews, and whom they ask. */
export const reviewsRepository = {
  list(db: Db, { search, 'f.state': state, ...page }: ReviewsQuery) {
    let found = db.selectFrom('reviews')
    if (search) found = found.where('name', 'ilike', likePattern(search))
    if (state) found = found.where('state', '=', state)
    const rows = found
      .select(['id', 'name', 'state', 'due_at as dueTime', 'coverage', 'chosen', 'unanswered', 'items'])
      .select(['removing', 'removed', 'gone', 'refused', 'repeat_months as repeatMonths', 'stopped'])
      .select(sql<string | null>`case when repeat_months > 0 then ${nextStart} end`.as('nextTime'))
      .select(['created_by as createBy', 'created_at as createTime', 'closed_by as closeBy', 'closed_at as closeTime'])
      .select(
        sql<number>`(select coalesce(sum(answered), 0)::int from review_lists lists
          where lists.company_id = reviews.company_id and lists.review_id = reviews.id)`.as('answered'),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .$castTo<ReviewRow>()
    return pageOf(db, page, rows, found)
  },

  /** Of those in the caller's row scope. */
  reviewers(db: Db, actor: Seer, reviewId: string, { search, ...page }: ReviewersQuery) {
    let found = db
      .selectFrom('review_lists as lists')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'lists.company_id').onRef('users.id', '=', 'lists.reviewer_id'),
      )
      .where('lists.review_id', '=', reviewId)
    const seen = isSeenUser(actor, 'lists.reviewer_id')
    if (seen) found = found.where(seen)
    if (search)
      found = found.where(sql<boolean>`users.id = any(array(select id from find_users(${search}, ${maxDepth})))`)
    const rows = found
      .select(['users.id', 'users.account', 'users.name', sql<number>`standing_of(users)`.as('status')])
      .select(['lists.items', 'lists.answered', 'lists.told_at as toldTime'])
      .orderBy(sql`lists.items - lists.answered`, 'desc')
      .orderBy('users.id')
      .$castTo<ReviewerRow>()
    return pageOf(db, page, rows, found)
  },

  countOpen: async (db: Db, companyId: string): Promise<number> => {
    const open = db.selectFrom('reviews').where('company_id', '=', companyId).where('state', 'in', ['open', 'applying'])
    return (await open.select('id').execute()).length
  },

  insert: (
    db: Db,
    companyId: string,
    id: string,
    { name, dueTime, coverage, unanswered, repeatMonths, roleIds, orgIds, chosen }: ReviewStart & { chosen: string[] },
    by: Person,
  ) =>
    db
      .insertInto('reviews')
      .values({
        ...{ company_id: companyId, id, name, coverage, chosen, unanswered },
        ...{ due_at: dueTime, created_by: JSON.stringify(by), chosen_ids: coverage === 'roles' ? roleIds : orgIds },
        ...{ repeat_months: repeatMonths, repeat_by: repeatMonths > 0 ? JSON.stringify(by) : null },
      })
      .execute(),

  /**
   * Fixes what a review asks about, in one statement however many people there are: of those the caller sees, each role they
   * were given and have or will have. Whoever leads the organisation somebody is found in first is asked, or the caller where
   * nobody else does; nobody is asked about himself. Out: how many roles there are, of how many is asked (of none where they are
   * more than `maxReviewed`) about how many people, how many are asked, and of how many the caller is.
   */
  cover: async (db: Db, actor: Seer, id: string, covered: Covered) => {
    const { companyId, userId } = actor
    const { rows } = await sql<Cover>`
      with people as (${presentUsers(db, actor).select('users.id')}),
        leaders as materialized (
          select user_orgs.org_id, array_agg(users.id order by user_orgs.since, users.id) as ids
          from user_orgs join users on users.company_id = user_orgs.company_id and users.id = user_orgs.user_id
          where user_orgs.company_id = ${companyId} and user_orgs.duty = 'leader' and standing_of(users) = 1
          group by user_orgs.org_id),
        asked as (
          select worn.user_id, worn.role_id, coalesce(
            case when leaders.ids[1] = worn.user_id then leaders.ids[2] else leaders.ids[1] end,
            nullif(${userId}::uuid, worn.user_id)) as reviewer_id
          from user_roles worn join people on people.id = worn.user_id
            left join user_orgs main
              on main.company_id = worn.company_id and main.user_id = worn.user_id and main.is_primary
            left join leaders on leaders.org_id = main.org_id
          where worn.company_id = ${companyId} and (worn.expires_at is null or worn.expires_at > now())
            and ${isCovered(companyId, covered)}
          limit ${maxReviewed + 1}),
        -- Their ids alone are made here: who is asked about what is known nowhere else.
        items as (
          insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
          select ${companyId}, gen_random_uuid(), ${id}, user_id, role_id, reviewer_id from asked
          where reviewer_id is not null and (select count(*) from asked) <= ${maxReviewed} returning user_id, reviewer_id),
        lists as (
          insert into review_lists (company_id, review_id, reviewer_id, items)
          select ${companyId}, ${id}, reviewer_id, count(*) from items group by reviewer_id returning items)
      update reviews set items = (select coalesce(sum(items), 0) from lists)
      where company_id = ${companyId} and id = ${id}
      returning items, (select count(*) from lists) as reviewers, (select count(*) from asked) as covered,
        (select count(distinct user_id) from items) as people,
        (select count(*) from items where reviewer_id = ${userId}) as own`.execute(db)
    return rows[0] ?? { covered: 0, items: 0, people: 0, reviewers: 0, own: 0 }
  },

  /** The roles a review asks about, and those that the same people wear or are going to wear besides. */
  touchedRoles: async (db: Db, companyId: string, id: string): Promise<{ asked: string[]; besides: string[] }> => {
    const items = sql`review_items where company_id = ${companyId} and review_id = ${id}`
    const { rows } = await sql<{ asked: string[]; besides: string[] }>`
      with asked as (select distinct role_id from ${items})
      select array(select role_id from asked)::text[] as asked, array(
        select distinct role_id from worn_roles
        where company_id = ${companyId} and user_id = any(array(select distinct user_id from ${items}))
          and (expires_at is null or expires_at > now()) and role_id not in (select role_id from asked))::text[] as besides
    `.execute(db)
    return rows[0] ?? { asked: [], besides: [] }
  },

  nameOf: async (db: Db, companyId: string, id: string): Promise<string | undefined> => {
    const named = db.selectFrom('reviews').where('company_id', '=', companyId).where('id', '=', id).select('name')
    return (await named.executeTakeFirst())?.name
  },

  /** A review, held until the transaction ends: answers, closing and each piece of taking roles wait for each other. */
  hold: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('reviews')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(['id', 'name', 'state', 'unanswered', 'items', 'coverage', 'stopped'])
      .select(['chosen_ids as chosenIds', 'repeat_months as repeatMonths'])
      .forUpdate()
      .executeTakeFirst(),

  /** From now on roles are taken. Out: how many. */
  close: async (db: Db, companyId: string, id: string, by: Person): Promise<number> => {
    const closed = await one(db, companyId, id)
      .set({
        ...{ state: 'applying', closed_at: sql`now()`, closed_by: JSON.stringify(by) },
        removing: sql<number>`(select count(*) from review_items items
          where items.company_id = reviews.company_id and items.review_id = reviews.id
            and coalesce(items.answer, reviews.unanswered) = 'remove')`,
      })
      .returning('removing')
      .executeTakeFirstOrThrow()
    return closed.removing
  },
  cancel: (db: Db, companyId: string, id: string, by: Person) =>
    one(db, companyId, id)
      .set({
        state: 'cancelled',
        closed_at: sql`now()`,
        closed_by: JSON.stringify(by),
        repeat_months: 0,
        repeat_by: null,
      })
      .execute(),

  /** Has those told again who have something left to answer. Out: how many. */
  remind: async (db: Db, companyId: string, id: string): Promise<number> => {
    const told = await db
      .updateTable('review_lists')
      .set({ told_at: null })
      .where('company_id', '=', companyId)
      .where('review_id', '=', id)
      .where(sql<boolean>`answered < items`)
      .executeTakeFirst()
    return Number(told.numUpdatedRows)
  },
}
