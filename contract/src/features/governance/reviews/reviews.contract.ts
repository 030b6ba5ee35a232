import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { created, id, idParams, listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { momentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { asUnknown, inScope, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { answerFilter, reviewAnswers, reviewItem, reviewOutcomes } from './own-reviews.contract.ts'
import { reviewItemSheet } from './review-items.sheet.ts'

export const reviewStates = ['open', 'applying', 'closed', 'cancelled'] as const
export type ReviewState = (typeof reviewStates)[number]
/** All role assignments, those of chosen roles, or those of members of chosen organisations and their descendants. */
export const coverageKinds = ['all', 'roles', 'orgs'] as const
export type Coverage = (typeof coverageKinds)[number]
const maxChosen = 100
/** Months until the next review starts; 0: never. */
export const repeatIntervals = [0, 1, 3, 6, 12] as const
const repeatMonths = z.literal(repeatIntervals, '请选择是否重复')

export const reviewRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(reviewStates),
  dueTime: moment,
  coverage: z.enum(coverageKinds),
  /** Names of the covered roles or organisations at the start. */
  chosen: z.array(productText(({ coverage }) => coverage === 'roles')),
  unanswered: z.enum(reviewAnswers),
  items: z.int(),
  answered: z.int(),
  /** Set once closed: roles to revoke, and the outcomes so far. */
  removing: z.int(),
  removed: z.int(),
  gone: z.int(),
  refused: z.int(),
  repeatMonths,
  /** Start of the next review; a past time means as soon as this one ends. Null if there is none or it has started. */
  nextTime: z.nullable(moment),
  /** Why the series stopped by itself. */
  stopped: z.string(),
  createBy: person,
  createTime: moment,
  /** Null if closed on its due date. */
  closeBy: z.nullable(person),
  closeTime: z.nullable(moment),
})
export type ReviewRow = z.output<typeof reviewRow>

export const reviewerRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  status: z.int(),
  items: z.int(),
  answered: z.int(),
  /** Last notification; null while one is pending. */
  toldTime: z.nullable(moment),
})
export type ReviewerRow = z.output<typeof reviewerRow>

const chosenIds = z._default(
  z.array(id).check(z.maxLength(maxChosen, { error: () => t('最多选择 {maxChosen} 个', { maxChosen }) })),
  [],
)
export const reviewStart = z
  .object({
    name: text(50, '请输入复核名称'),
    dueTime: momentInput,
    coverage: z.enum(coverageKinds, '请选择复核范围'),
    roleIds: chosenIds,
    orgIds: chosenIds,
    unanswered: z._default(z.enum(reviewAnswers), 'remove'),
    repeatMonths: z._default(repeatMonths, 0),
  })
  .check(
    z.refine(({ coverage, roleIds }) => coverage !== 'roles' || roleIds.length > 0, {
      error: '请选择角色',
      path: ['roleIds'],
    }),
    z.refine(({ coverage, orgIds }) => coverage !== 'orgs' || orgIds.length > 0, {
      error: '请选择组织',
      path: ['orgIds'],
    }),
  )
export type ReviewStart = z.output<typeof reviewStart>

/** Extent of a review about to start. */
export const reviewStartImpact = z.object({
  /** Reviewed role assignments and their users. */
  items: z.int(),
  people: z.int(),
  reviewers: z.int(),
  /** Items the creator reviews. */
  own: z.int(),
  /** Assignments without a reviewer: the creator's own, if they have no leader. */
  left: z.int(),
})
export type ReviewStartImpact = z.output<typeof reviewStartImpact>

/** Impact of closing a review. */
export const reviewImpact = z.extend(grantImpact, {
  removing: z.int(),
  keeping: z.int(),
  /** Unanswered items in total. */
  unanswered: z.int(),
  /** Roles with the most revocations. */
  byRole: z.array(z.object({ name: productText(), users: z.int() })),
})
export type ReviewImpact = z.output<typeof reviewImpact>

export const reviewRepeat = z.object({ repeatMonths })
export const reviewHandover = z.object({ handoverTo: z.uuid('请选择接手人') })

const itemsQuery = listQuery({
  sortable: [],
  filters: { answer: answerFilter, outcome: z.enum(reviewOutcomes), reviewerId: id, roleId: id },
})
/** Filter of a review's items, without paging and order. */
const itemsFilter = z.omit(itemsQuery, { page: true, size: true, sort: true })
export type ItemsFilter = z.output<typeof itemsFilter>

const singleReview = { params: idParams, reach: 'company' } as const

/** Reviews as administrators start and monitor them. */
export const reviewsContract = defineContract('sysReviews', {
  list: {
    method: 'GET',
    path: '/api/sys/reviews/v1',
    summary: 'List reviews of role assignments, newest first',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: [], filters: { state: z.enum(reviewStates) } }),
    reply: listSchema(reviewRow),
  },
  create: {
    method: 'POST',
    path: '/api/sys/reviews/v1',
    summary: 'Start a review, in which leaders review the roles of their members; previews its extent',
    access: permitted('edit'),
    reach: 'company',
    // The creator answers for users without a leader, for weeks, so a visit is too short.
    whileActing: 'never',
    audit: { event: 'review.created' },
    body: reviewStart,
    impact: reviewStartImpact,
    reply: created,
    ids: {
      'body.roleIds': withinOwnRights,
      'body.orgIds': inScope('subtree'),
    },
  },
  items: {
    ...singleReview,
    method: 'GET',
    path: '/api/sys/reviews/:id/items/v1',
    summary: 'List the items of a review with their answers and outcomes',
    access: permitted('list'),
    wire: 'list',
    namesUsers: 'inRowScope',
    query: itemsQuery,
    reply: listSchema(reviewItem),
  },
  exportItems: {
    ...exportEndpoint({
      noun: 'items of a review',
      path: '/api/sys/reviews/:id/export/v1',
      event: 'review.exported',
      namesUsers: 'inRowScope',
      filter: itemsFilter,
      sheet: reviewItemSheet,
    }),
    params: idParams,
  },
  reviewers: {
    ...singleReview,
    method: 'GET',
    path: '/api/sys/reviews/:id/reviewers/v1',
    summary: 'List the reviewers of a review with their progress, most unanswered items first',
    access: permitted('list'),
    wire: 'list',
    namesUsers: 'inRowScope',
    query: listQuery({ sortable: [] }),
    reply: listSchema(reviewerRow),
  },
  repeat: {
    ...singleReview,
    method: 'PUT',
    path: '/api/sys/reviews/:id/repeat/v1',
    summary:
      'Set whether and how often a review repeats; the next one starts in the name of the user who first enabled it',
    access: permitted('edit'),
    // As for starting a review.
    whileActing: 'never',
    audit: { event: 'review.repeatChanged' },
    body: reviewRepeat,
    reply: nothing,
  },
  handOver: {
    method: 'PUT',
    path: '/api/sys/reviews/:id/reviewers/:userId/v1',
    summary: 'Reassign a reviewer’s unanswered items; users never review themselves',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'review.reassigned', namesPeople: true },
    params: z.extend(idParams, { userId: id }),
    body: reviewHandover,
    reply: nothing,
    ids: { 'params.userId': asUnknown, 'body.handoverTo': asUnknown },
  },
  remind: {
    ...singleReview,
    method: 'PUT',
    path: '/api/sys/reviews/:id/remind/v1',
    summary: 'Remind reviewers with unanswered items by mail',
    access: permitted('edit'),
    audit: { event: 'review.reminded' },
    reply: nothing,
  },
  close: {
    ...singleReview,
    method: 'PUT',
    path: '/api/sys/reviews/:id/close/v1',
    summary: 'Close a review early and revoke the roles that are not kept; previews who loses what',
    access: permitted('edit'),
    audit: { event: 'review.closed' },
    namesUsers: 'inRowScope',
    impact: reviewImpact,
    reply: nothing,
  },
  cancel: {
    ...singleReview,
    method: 'PUT',
    path: '/api/sys/reviews/:id/cancel/v1',
    summary: 'Cancel a review: no role, or none of the remaining ones, is revoked, and it no longer repeats',
    access: permitted('edit'),
    audit: { event: 'review.cancelled' },
    reply: nothing,
  },
})
export type ItemsExport = InputOf<typeof reviewsContract.exportItems>['body']
