import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { fieldChange } from '../../../kernel/field-change.ts'
import { multilineText, optionalMultilineText, text } from '../../../kernel/fields.ts'
import { day, idParams, listQuery, listSchema, moment, nothing, person, version } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { approvalActs, approvalFlow, approvalStates, deciders } from './flow.ts'

const path = '/api/sys/approvals'
/** `waiting`: for the caller's decision; `asked`: by the caller; `done`: those in which the caller has acted. */
export const approvalBoxes = ['waiting', 'asked', 'done'] as const
export type ApprovalBox = (typeof approvalBoxes)[number]

const involved = unscopedBecause(
  'who asks and who decides see each other; approvers are named by a flow, not by a row scope',
)

export const approvalRow = z.object({
  id: z.string(),
  kind: z.string(),
  /** What the kind is called. */
  kindName: productText(),
  /** What is asked for. */
  subjectId: z.string(),
  name: z.string(),
  askedBy: person,
  state: z.enum(approvalStates),
  /** Of the present step, from 1, and how many there are. */
  step: z.int(),
  steps: z.int(),
  createTime: moment,
  endTime: z.nullable(moment),
  expireTime: moment,
  /** What the caller may do: decide here or on the page of the kind, hand over, take back. */
  may: z.object({ decide: z.boolean(), elsewhere: z.boolean(), delegate: z.boolean(), withdraw: z.boolean() }),
  version: z.int(),
})
export type ApprovalRow = z.output<typeof approvalRow>

const act = z.object({
  id: z.string(),
  step: z.int(),
  act: z.enum(approvalActs),
  /** Null: the system. */
  by: z.nullable(person),
  /** In whose place a deputy acted; empty otherwise. */
  standsFor: z.string(),
  /** Who it was handed over to; empty otherwise. */
  to: z.string(),
  reason: productSentence(),
  time: moment,
})
export const approvalDetails = z.extend(approvalRow, {
  reason: productSentence(),
  flow: z.array(
    z.object({
      by: z.enum(deciders),
      /** Names of the users or roles; of those whose turn it is, where they are few. */
      names: z.array(productText()),
      need: z.int(),
    }),
  ),
  /** Administrators decide with others in the present step. */
  widened: z.boolean(),
  acts: z.array(act),
  /** Fields of a call that waits; empty for all others. */
  input: z.array(z.object({ label: productText(), value: z.string() })),
  /** Fields of the row that the call would change. */
  changes: z.array(fieldChange),
  /** What the call would bring about, where its endpoint says so. */
  impact: z.nullable(z.unknown()),
})
export type ApprovalDetails = z.output<typeof approvalDetails>

const own = { access: signedInBecause('concerns only approvals in which the caller takes part') } as const
const decision = { ...own, reach: 'company', params: idParams } as const

/** Approvals as those see them who ask and who decide. */
export const approvalsContract = defineContract('sysApprovals', {
  list: {
    ...own,
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List approvals that wait for the caller, that the caller has asked for, or in which the caller has acted',
    reach: 'manual',
    wire: 'list',
    namesUsers: involved,
    query: listQuery({ sortable: [], filters: { box: z.enum(approvalBoxes) } }),
    reply: listSchema(approvalRow),
  },
  counts: {
    ...own,
    method: 'GET',
    path: `${path}-counts/v1`,
    summary: 'Count approvals that wait for the caller, and those of the caller that are open; a hundred at most',
    reach: 'manual',
    reply: z.object({ waiting: z.int(), asked: z.int() }),
  },
  get: {
    ...own,
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read an approval with its steps, history and impact',
    reach: 'manual',
    namesUsers: involved,
    params: idParams,
    reply: approvalDetails,
  },
  approve: {
    ...decision,
    method: 'PUT',
    path: `${path}/:id/approve/v1`,
    summary: 'Approve the present step; with the last one, the call that waits is carried out as who asked for it',
    audit: { event: 'approval.approved', namesPeople: true },
    body: z.object({ version, reason: optionalMultilineText(200) }),
    reply: z.object({ state: z.enum(approvalStates), reason: productSentence() }),
  },
  refuse: {
    ...decision,
    method: 'PUT',
    path: `${path}/:id/refuse/v1`,
    summary: 'Refuse what was asked for, with a reason',
    audit: { event: 'approval.refused', namesPeople: true },
    body: z.object({ version, reason: multilineText(200, '请填写原因') }),
    reply: nothing,
  },
  delegate: {
    ...decision,
    method: 'PUT',
    path: `${path}/:id/delegate/v1`,
    summary: 'Hand the present step over to a colleague, named by their account',
    audit: { event: 'approval.delegated', namesPeople: true },
    body: z.object({ version, account: text(64, '请输入同事的账号'), reason: optionalMultilineText(200) }),
    reply: nothing,
  },
  withdraw: {
    ...decision,
    method: 'PUT',
    path: `${path}/:id/withdraw/v1`,
    summary: 'Take back what the caller has asked for',
    audit: { event: 'approval.cancelled' },
    body: z.object({ version }),
    reply: nothing,
  },
})

export const deputyWrite = z.object({
  /** Complete: colleagues are not listed to those who may not list users. */
  account: text(64, '请输入同事的账号'),
  startDay: day,
  endDay: day,
})
const deputyState = z.nullable(z.extend(deputyWrite, { name: z.string() }))

/** Who decides in the caller's place while they are away. */
export const deputyContract = defineContract('sysApprovals', {
  deputy: {
    ...own,
    method: 'GET',
    path: '/api/sys/approval-deputy/v1',
    summary: 'Read who decides in the caller’s place, and when',
    reach: 'company',
    reply: deputyState,
  },
  setDeputy: {
    ...own,
    method: 'PUT',
    path: '/api/sys/approval-deputy/v1',
    summary: 'Set who decides in the caller’s place, from one day to another, both included',
    reach: 'company',
    audit: { event: 'deputy.assigned' },
    body: deputyWrite,
    reply: nothing,
  },
  removeDeputy: {
    ...own,
    method: 'DELETE',
    path: '/api/sys/approval-deputy/v1',
    summary: 'End the time in which another decides in the caller’s place',
    reach: 'company',
    audit: { event: 'deputy.removed' },
    reply: nothing,
  },
})

export const flowRow = z.object({
  id: z.string(),
  name: productText(),
  ...approvalFlow.shape,
  /** Who may decide its steps: holders of a permission only where the kind requires one. */
  deciders: z.array(z.enum(deciders)),
  /** Fields that conditions may compare. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: productText(),
      kind: z.enum(['text', 'number']),
      options: z.array(z.object({ value: z.string(), label: productText() })),
    }),
  ),
  /** Names of the users and roles in the steps. */
  names: z.array(z.object({ id: z.string(), name: productText() })),
  /** 0 while the company has set none. */
  version: z.int(),
})
export type FlowRow = z.output<typeof flowRow>
export const flowWrite = z.extend(approvalFlow, { version: z.int().check(z.gte(0)) })

/** Steps of each kind, as a company sets them. */
export const approvalFlowsContract = defineContract('sysApprovals', {
  flows: {
    method: 'GET',
    path: '/api/sys/approval-flows/v1',
    summary: 'List the kinds of approvals with their steps',
    access: permitted('flows'),
    reach: 'company',
    namesUsers: unscopedBecause('approvers named by the flows of the company, which the caller sets'),
    reply: z.object({ kinds: z.array(flowRow) }),
  },
  setFlow: {
    method: 'PUT',
    path: '/api/sys/approval-flows/:kind/v1',
    summary: 'Set the steps of a kind of approvals; what waits already keeps its own',
    access: permitted('flows'),
    reach: 'company',
    audit: { event: 'approvalFlow.updated', namesPeople: true },
    params: z.object({ kind: z.string().check(z.maxLength(80)) }),
    body: flowWrite,
    reply: nothing,
    ids: { 'body.steps.ids': asUnknown },
  },
})
