import * as z from 'zod/mini'
import { defineContract, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { optionalMultilineText } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'

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
  roleName: productText(),
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
  refusal: productSentence(),
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
  ids: z
    .array(id)
    .check(
      z.minLength(1, '请先选择数据'),
      z.maxLength(maxAnswers, { error: () => t('一次最多 {maxAnswers} 条', { maxAnswers }) }),
    ),
  answer: z.enum(reviewAnswers, '请选择保留或收回'),
  reason: optionalMultilineText(200),
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** Reviews assigned to the caller. Leaders need no permission to answer for their members. */
export const ownReviewsContract = defineContract('sysReviews', {
  ownReviews: {
    method: 'GET',
    path: '/api/sys/own-reviews/v1',
    summary: 'List open reviews assigned to the caller, earliest due time first',
    access: signedInBecause('returns only what is assigned to the caller for review'),
    reach: 'company',
    reply: z.array(ownReview),
  },
  ownItems: {
    method: 'GET',
    path: '/api/sys/own-reviews/items/v1',
    summary: 'List the role assignments the caller has to review, grouped by user',
    access: signedInBecause('returns only what is assigned to the caller for review'),
    reach: 'company',
    wire: 'list',
    namesUsers: unscopedBecause('reviewers must see the users they review'),
    query: listQuery({ sortable: [], filters: { reviewId: id, answer: answerFilter } }),
    reply: listSchema(reviewItem),
  },
  answerItems: {
    method: 'PUT',
    path: '/api/sys/own-reviews/:id/answers/v1',
    summary: 'Answer whether users keep reviewed roles; answers can change until the review ends',
    access: signedInBecause('the service accepts answers only to items assigned to the caller'),
    reach: 'company',
    audit: { event: 'review.answered', namesPeople: true },
    params: idParams,
    body: givenAnswer,
    reply: nothing,
  },
})
