import * as z from 'zod/mini'
import { defineContract, signedInBecause, unscopedBecause } from '../../kernel/endpoint.ts'
import { optionalMultilineText } from '../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, moment, nothing, person } from '../../kernel/listing.ts'

/** Maximum answers per call. */
export const maxAnswers = 200
export const reviewAnswers = ['keep', 'remove'] as const
export type ReviewAnswer = (typeof reviewAnswers)[number]
/** `gone`: the user no longer had the role; `refused`: the role could not be revoked. */
export const reviewOutcomes = ['removed', 'gone', 'refused'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** A reviewed role assignment in its current state, with its answer. */
export const reviewItem = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  /** Primary organisation; empty without one. */
  orgName: z.string(),
  roleName: z.string(),
  /** Null once the role is revoked. */
  grantTime: z.nullable(moment),
  grantBy: z.nullable(person),
  grantReason: z.string(),
  expireTime: z.nullable(moment),
  /** Last sign-in. */
  lastTime: z.nullable(moment),
  reviewer: z.nullable(person),
  answer: z.nullable(z.enum(reviewAnswers)),
  reason: z.string(),
  answerTime: z.nullable(moment),
  outcome: z.nullable(z.enum(reviewOutcomes)),
  /** Why the role was not revoked. */
  refusal: z.string(),
})
export type ReviewItem = z.output<typeof reviewItem>

/** Answer filter; `none` selects unanswered items. */
export const answerFilter = z.enum([...reviewAnswers, 'none'])

export const ownReview = z.object({
  id: z.string(),
  name: z.string(),
  dueTime: moment,
  /** Default for unanswered items. */
  unanswered: z.enum(reviewAnswers),
  items: z.int(),
  answered: z.int(),
})
export type OwnReview = z.output<typeof ownReview>

export const givenAnswer = z.object({
  ids: z.array(id).check(z.minLength(1, '请先选择数据'), z.maxLength(maxAnswers, `一次最多 ${maxAnswers} 条`)),
  answer: z.enum(reviewAnswers, '请选择保留或收回'),
  reason: optionalMultilineText(200),
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** Reviews assigned to the caller. Leaders need no permission to answer for their members. */
export const ownReviewsContract = defineContract('sysReviews', {
  ownReviews: {
    method: 'GET',
    path: '/api/sys/own-reviews/v1',
    summary: 'The open reviews that ask me, those due first at the front',
    access: signedInBecause('answers only about what the caller himself is asked to review'),
    reach: 'company',
    reply: z.array(ownReview),
  },
  ownItems: {
    method: 'GET',
    path: '/api/sys/own-reviews/items/v1',
    summary: 'The roles I am asked about, those of one person one after the other',
    access: signedInBecause('answers only about what the caller himself is asked to review'),
    reach: 'company',
    wire: 'list',
    people: unscopedBecause('reviewers have to see whom they are asked about'),
    query: listQuery({ sortable: [], filters: { reviewId: id, answer: answerFilter } }),
    reply: listOf(reviewItem),
  },
  answerItems: {
    method: 'PUT',
    path: '/api/sys/own-reviews/:id/answers/v1',
    summary: 'Say of roles I am asked about whether people keep them; until the review is over it can be said anew',
    access: signedInBecause('the service takes answers to the items of the caller’s own list alone'),
    reach: 'company',
    audit: { event: 'review.answered', namesPeople: true },
    params: idParams,
    body: givenAnswer,
    reply: nothing,
  },
})
