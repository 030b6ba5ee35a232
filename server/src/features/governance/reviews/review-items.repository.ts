import type {
  GivenAnswer,
  OwnReview,
  ownReviewsContract,
  ReviewItem,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import type { ItemsFilter, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Actor, Owner } from '../../../kernel/scope.ts'
import { andVisibleUser, isVisibleUser } from '../../access/row-scopes/index.ts'

export type ItemsQuery = InputOf<typeof reviewsContract.items>['query']
export type OwnItemsQuery = InputOf<typeof ownReviewsContract.ownItems>['query']

const matching = (
  db: Db,
  companyId: string,
  { search, 'f.answer': answer }: Pick<ItemsFilter, 'search' | 'f.answer'>,
) => {
  let found = db.selectFrom('review_items as item').where('item.company_id', '=', companyId)
  if (search)
    found = found.where(sql<boolean>`item.user_id = any(array(select id from find_users(${search}, ${maxDepth})))`)
  if (answer)
    found = answer === 'none' ? found.where('item.answer', 'is', null) : found.where('item.answer', '=', answer)
  return found
}
type Found = ReturnType<typeof matching>

/** Item rows with context for the decision. Reviewers outside the caller's row scope are not named. */
const itemRows = (found: Found, actor: Actor) =>
  found
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'item.company_id').onRef('users.id', '=', 'item.user_id'),
    )
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'item.company_id').onRef('roles.id', '=', 'item.role_id'),
    )
    .leftJoin('users as reviewer', (join) =>
      join.onRef('reviewer.company_id', '=', 'item.company_id').onRef('reviewer.id', '=', 'item.reviewer_id'),
    )
    .leftJoin('user_roles as assignment', (join) =>
      join
        .onRef('assignment.company_id', '=', 'item.company_id')
        .onRef('assignment.user_id', '=', 'item.user_id')
        .onRef('assignment.role_id', '=', 'item.role_id'),
    )
    .select(['item.id', 'users.account', 'users.name', 'roles.name as roleName', 'assignment.granted_at as grantTime'])
    .select(['assignment.granted_by as grantBy', 'assignment.expires_at as expireTime'])
    .select(['item.answer', 'item.reason', 'item.answered_at as answerTime', 'item.outcome', 'item.refusal'])
    .select([
      sql<string>`coalesce(assignment.reason, '')`.as('grantReason'),
      sql<ReviewItem['reviewer']>`case when reviewer.id is not null ${andVisibleUser(actor, 'reviewer.id')} then
        json_build_object('id', reviewer.id, 'name', reviewer.name) end`.as('reviewer'),
      sql<string>`coalesce((select orgs.name from user_orgs main
        join orgs on orgs.company_id = main.company_id and orgs.id = main.org_id
        where main.company_id = item.company_id and main.user_id = item.user_id and main.is_primary), '')`.as(
        'orgName',
      ),
      sql<string | null>`(select sessions.created_at from sessions
        where sessions.company_id = item.company_id and sessions.user_id = item.user_id and sessions.parent_id is null
        order by sessions.created_at desc limit 1)`.as('lastTime'),
    ])
    .$castTo<ReviewItem>()
/** Items of one user are adjacent. */
const orderedItems = (found: Found, actor: Actor) =>
  itemRows(found, actor).orderBy('item.user_id').orderBy('item.role_id')

/** Items about users in the caller's row scope. */
const filteredItems = (db: Db, actor: Actor, reviewId: string, filter: ItemsFilter & Ticked) => {
  let found = matching(db, actor.companyId, filter).where('item.review_id', '=', reviewId)
  const { ids } = filter
  if (ids) found = found.where(sql<boolean>`item.id = any(${ids}::uuid[])`)
  const isVisible = isVisibleUser(actor, 'item.user_id')
  if (isVisible) found = found.where(isVisible)
  const { 'f.outcome': outcome, 'f.reviewerId': reviewerId, 'f.roleId': roleId } = filter
  if (outcome) found = found.where('item.outcome', '=', outcome)
  if (reviewerId) found = found.where('item.reviewer_id', '=', reviewerId)
  if (roleId) found = found.where('item.role_id', '=', roleId)
  return found
}

/** Items of reviews. */
export const reviewItemsRepository = {
  list(db: Db, actor: Actor, reviewId: string, query: ItemsQuery) {
    const found = filteredItems(db, actor, reviewId, query)
    return fetchPage(db, query, orderedItems(found, actor), found, actor.companyId)
  },
  count: (db: Db, actor: Actor, reviewId: string, filter: ItemsFilter & Ticked, limit: number) =>
    countUpTo(db, filteredItems(db, actor, reviewId, filter), limit),
  /** Items after an id, in id order. */
  batch(
    db: Db,
    actor: Actor,
    reviewId: string,
    filter: ItemsFilter & Ticked,
    afterId: string | undefined,
    size: number,
  ) {
    const found = filteredItems(db, actor, reviewId, filter)
    const remaining = afterId === undefined ? found : found.where('item.id', '>', afterId)
    return itemRows(remaining, actor).orderBy('item.id').limit(size).execute()
  },

  /** Items of open reviews. */
  listOwn(db: Db, actor: Actor, query: OwnItemsQuery) {
    const { companyId, userId } = actor
    let found = matching(db, companyId, query)
      .where('item.reviewer_id', '=', userId)
      .where(sql<boolean>`item.review_id in (select id from reviews
        where company_id = ${companyId} and state = 'open' and due_at > now())`)
    if (query['f.reviewId']) found = found.where('item.review_id', '=', query['f.reviewId'])
    return fetchPage(db, query, orderedItems(found, actor), found)
  },

  /** Open reviews assigned to a user. */
  ownReviews: (db: Db, { companyId, userId }: Owner): Promise<OwnReview[]> =>
    db
      .selectFrom('review_lists as lists')
      .innerJoin('reviews', (join) =>
        join.onRef('reviews.company_id', '=', 'lists.company_id').onRef('reviews.id', '=', 'lists.review_id'),
      )
      .where('lists.company_id', '=', companyId)
      .where('lists.reviewer_id', '=', userId)
      .where('reviews.state', '=', 'open')
      .where(sql<boolean>`reviews.due_at > now()`)
      .orderBy('reviews.due_at')
      .orderBy('reviews.id')
      .select(['reviews.id', 'reviews.name', 'reviews.due_at as dueTime', 'reviews.unanswered'])
      .select(['lists.items', 'lists.answered'])
      .$castTo<OwnReview>()
      .execute(),

  /** Open reviews in which the caller has unanswered items, newest first. */
  unanswered: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('review_lists as lists')
      .innerJoin('reviews', (join) =>
        join.onRef('reviews.company_id', '=', 'lists.company_id').onRef('reviews.id', '=', 'lists.review_id'),
      )
      .where('lists.company_id', '=', companyId)
      .where('lists.reviewer_id', '=', userId)
      .where('reviews.state', '=', 'open')
      .where(sql<boolean>`reviews.due_at > now() and lists.answered < lists.items`)
      .select(['reviews.id', 'reviews.name as who', sql<string>`''`.as('what')])
      .select([sql<number>`lists.items - lists.answered`.as('amount'), 'reviews.due_at as dueTime'])
      .select('reviews.created_at as time')
      .orderBy('reviews.created_at', 'desc'),

  /** Locks a review against closing; undefined if the user does not review it. */
  lockOwn: (db: Db, { companyId, userId }: Owner, id: string) =>
    db
      .selectFrom('reviews')
      .innerJoin('review_lists as lists', (join) =>
        join.onRef('lists.company_id', '=', 'reviews.company_id').onRef('lists.review_id', '=', 'reviews.id'),
      )
      .where('reviews.company_id', '=', companyId)
      .where('reviews.id', '=', id)
      .where('lists.reviewer_id', '=', userId)
      .select(['reviews.name', sql<boolean>`reviews.state = 'open' and reviews.due_at > now()`.as('isOpen')])
      .forShare('reviews')
      .executeTakeFirst(),

  /**
   * Answers those of the items that the user reviews.
   * @returns user and role names
   */
  answer: async (db: Db, { companyId, userId }: Owner, reviewId: string, { ids, answer, reason }: GivenAnswer) => {
    const { rows } = await sql<{ name: string; roleName: string; isFirst: boolean }>`
      with held as (
        select id, answer is null as is_first from review_items
        where company_id = ${companyId} and review_id = ${reviewId} and reviewer_id = ${userId} and id = any(${ids}::uuid[])
        order by id for update),
      answered as (
        update review_items items set answer = ${answer}, reason = ${reason}, answered_at = now()
        from held where items.company_id = ${companyId} and items.id = held.id
        returning items.user_id, items.role_id, held.is_first),
      counted as (
        update review_lists set answered = answered + (select count(*) filter (where is_first) from answered)
        where company_id = ${companyId} and review_id = ${reviewId} and reviewer_id = ${userId})
      select users.name, roles.name as "roleName", is_first as "isFirst" from answered
        join users on users.company_id = ${companyId} and users.id = answered.user_id
        join roles on roles.company_id = ${companyId} and roles.id = answered.role_id
      order by users.name collate by_name, roles.name collate by_name`.execute(db)
    return rows
  },
}
