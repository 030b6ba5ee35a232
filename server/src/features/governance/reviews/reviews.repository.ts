import { maxReviewed } from '@atrium/contract/features/governance/reviews/review-limits.ts'
import type {
  ReviewerRow,
  ReviewRow,
  ReviewStart,
  ReviewStartImpact,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import { presentUsers } from '../../people/users/index.ts'
import { nextStart } from './review-series.repository.ts'

export type ReviewsQuery = InputOf<typeof reviewsContract.list>['query']
export type ReviewersQuery = InputOf<typeof reviewsContract.reviewers>['query']
type CoverResult = { covered: number } & Omit<ReviewStartImpact, 'left'>
type CoverageInput = Pick<ReviewStart, 'coverage' | 'roleIds' | 'orgIds'>

const updateOne = (db: Db, companyId: string, id: string) =>
  db.updateTable('reviews').where('company_id', '=', companyId).where('id', '=', id)

/** Condition for the covered assignments. */
const isCovered = (companyId: string, { coverage, roleIds, orgIds }: CoverageInput): RawBuilder<boolean> => {
  if (coverage === 'roles') return sql`assignment.role_id = any(${roleIds}::uuid[])`
  if (coverage === 'all') return sql`true`
  return sql`assignment.user_id in (
    select user_orgs.user_id from orgs above
      join orgs below on below.company_id = above.company_id and is_within(below.path, above.path)
      join user_orgs on user_orgs.company_id = below.company_id and user_orgs.org_id = below.id
    where above.company_id = ${companyId} and above.id = any(${orgIds}::uuid[]))`
}

/** Reviews and their reviewers. */
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
    return fetchPage(db, page, rows, found)
  },

  /** Reviewers in the caller's row scope. */
  reviewers(db: Db, actor: Viewer, reviewId: string, { search, ...page }: ReviewersQuery) {
    let found = db
      .selectFrom('review_lists as lists')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'lists.company_id').onRef('users.id', '=', 'lists.reviewer_id'),
      )
      .where('lists.review_id', '=', reviewId)
    const isVisible = isVisibleUser(actor, 'lists.reviewer_id')
    if (isVisible) found = found.where(isVisible)
    if (search)
      found = found.where(sql<boolean>`users.id = any(array(select id from find_users(${search}, ${maxDepth})))`)
    const rows = found
      .select(['users.id', 'users.account', 'users.name', sql<number>`status_of(users)`.as('status')])
      .select(['lists.items', 'lists.answered', 'lists.notified_at as toldTime'])
      .orderBy(sql`lists.items - lists.answered`, 'desc')
      .orderBy('users.id')
      .$castTo<ReviewerRow>()
    return fetchPage(db, page, rows, found)
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
        company_id: companyId,
        id,
        name,
        coverage,
        chosen,
        unanswered,
        due_at: dueTime,
        created_by: JSON.stringify(by),
        chosen_ids: coverage === 'roles' ? roleIds : orgIds,
        repeat_months: repeatMonths,
        repeat_by: repeatMonths > 0 ? JSON.stringify(by) : null,
      })
      .execute(),

  /**
   * Creates the items of a review in one statement: current and future assignments of users in the caller's row scope.
   * The leader of the user's primary organisation reviews them, or else the caller; users never review themselves.
   * @returns the number of covered assignments, and of created items (none above `maxReviewed`), their users,
   *   reviewers, and items of the caller
   */
  insertItems: async (db: Db, actor: Viewer, id: string, coverage: CoverageInput) => {
    const { companyId, userId } = actor
    const { rows } = await sql<CoverResult>`
      with people as (${presentUsers(db, actor).select('users.id')}),
        leaders as materialized (
          select user_orgs.org_id, array_agg(users.id order by user_orgs.since, users.id) as ids
          from user_orgs join users on users.company_id = user_orgs.company_id and users.id = user_orgs.user_id
          where user_orgs.company_id = ${companyId} and user_orgs.duty = 'leader' and status_of(users) = 1
          group by user_orgs.org_id),
        asked as (
          select assignment.user_id, assignment.role_id, coalesce(
            case when leaders.ids[1] = assignment.user_id then leaders.ids[2] else leaders.ids[1] end,
            nullif(${userId}::uuid, assignment.user_id)) as reviewer_id
          from user_roles assignment join people on people.id = assignment.user_id
            left join user_orgs main
              on main.company_id = assignment.company_id and main.user_id = assignment.user_id and main.is_primary
            left join leaders on leaders.org_id = main.org_id
          where assignment.company_id = ${companyId} and (assignment.expires_at is null or assignment.expires_at > now())
            and ${isCovered(companyId, coverage)}
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

  /** Reviewed roles, and other current or future roles of the same users. */
  touchedRoles: async (db: Db, companyId: string, id: string): Promise<{ asked: string[]; besides: string[] }> => {
    const items = sql`review_items where company_id = ${companyId} and review_id = ${id}`
    const { rows } = await sql<{ asked: string[]; besides: string[] }>`
      with asked as (select distinct role_id from ${items})
      select array(select role_id from asked)::text[] as asked, array(
        select distinct role_id from role_assignments
        where company_id = ${companyId} and user_id = any(array(select distinct user_id from ${items}))
          and (expires_at is null or expires_at > now()) and role_id not in (select role_id from asked))::text[] as besides
    `.execute(db)
    return rows[0] ?? { asked: [], besides: [] }
  },

  /** Whether a review has items about users outside the caller's row scope. */
  hasHiddenItems: async (db: Db, actor: Viewer, id: string): Promise<boolean> => {
    const isVisible = isVisibleUser(actor, 'user_id')
    if (!isVisible) return false
    const { rows } = await sql<{ hidden: boolean }>`select exists (
      select from review_items where company_id = ${actor.companyId} and review_id = ${id} and not ${isVisible}) as hidden
    `.execute(db)
    return rows[0]?.hidden ?? false
  },

  findName: async (db: Db, companyId: string, id: string): Promise<string | undefined> => {
    const named = db.selectFrom('reviews').where('company_id', '=', companyId).where('id', '=', id).select('name')
    return (await named.executeTakeFirst())?.name
  },

  /** Locks a review: answers, closing and each batch of revocations exclude each other. */
  lock: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('reviews')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(['id', 'name', 'state', 'unanswered', 'items', 'coverage', 'stopped'])
      .select(['chosen_ids as chosenIds', 'repeat_months as repeatMonths'])
      .select(sql<string>`created_by ->> 'id'`.as('creator'))
      .forUpdate()
      .executeTakeFirst(),

  /**
   * Starts applying the review.
   * @returns the number of roles to revoke
   */
  close: async (db: Db, companyId: string, id: string, by: Person): Promise<number> => {
    const closed = await updateOne(db, companyId, id)
      .set({
        state: 'applying',
        closed_at: sql`now()`,
        closed_by: JSON.stringify(by),
        removing: sql<number>`(select count(*) from review_items items
          where items.company_id = reviews.company_id and items.review_id = reviews.id
            and coalesce(items.answer, reviews.unanswered) = 'remove')`,
      })
      .returning('removing')
      .executeTakeFirstOrThrow()
    return closed.removing
  },
  cancel: (db: Db, companyId: string, id: string, by: Person) =>
    updateOne(db, companyId, id)
      .set({
        state: 'cancelled',
        closed_at: sql`now()`,
        closed_by: JSON.stringify(by),
        repeat_months: 0,
        repeat_by: null,
      })
      .execute(),

  /**
   * Notifies reviewers with unanswered items again.
   * @returns their number
   */
  remind: async (db: Db, companyId: string, id: string): Promise<number> => {
    const result = await db
      .updateTable('review_lists')
      .set({ notified_at: null })
      .where('company_id', '=', companyId)
      .where('review_id', '=', id)
      .where(sql<boolean>`answered < items`)
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },
}
