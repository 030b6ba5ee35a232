import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { idParams, moment, nothing, person, version } from '../../../kernel/listing.ts'

const path = '/api/sys/news'
const seen = z.object({ version })

export const noticePolicyWrite = z.object({
  /** Notices are published only after approval by another person than their writers. */
  approval: z.boolean(),
  /** 0 before the first change. */
  version: z.int().check(z.gte(0)),
})
export type NoticePolicyWrite = z.output<typeof noticePolicyWrite>

const noticePolicy = z.extend(noticePolicyWrite, {
  /** Users who may approve now. */
  approvers: z.int(),
  updateTime: z.nullable(moment),
  updateBy: z.nullable(person),
})
export type NoticePolicy = z.output<typeof noticePolicy>

/** The second pair of eyes: in companies that require it, notices are approved before they are published. */
export const approvalsContract = defineContract('sysNews', {
  submit: {
    method: 'PUT',
    path: `${path}/:id/submit/v1`,
    summary: 'Submit a notice for approval',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'notice.submitted' },
    params: idParams,
    body: seen,
    reply: nothing,
  },
  approve: {
    method: 'PUT',
    path: `${path}/:id/approve/v1`,
    summary: 'Approve a submitted notice that others have written',
    access: permitted('review'),
    reach: 'company',
    audit: { event: 'notice.approved' },
    params: idParams,
    body: seen,
    reply: nothing,
  },
  reject: {
    method: 'PUT',
    path: `${path}/:id/reject/v1`,
    summary: 'Return a submitted notice that others have written, with a reason',
    access: permitted('review'),
    reach: 'company',
    audit: { event: 'notice.rejected' },
    params: idParams,
    body: z.extend(seen, { reason: multilineText(200, '请填写驳回原因') }),
    reply: nothing,
  },
  policy: {
    method: 'GET',
    path: '/api/sys/news-policy/v1',
    summary: 'Read whether the company’s notices require approval, and how many may approve',
    access: permitted('policy'),
    reach: 'company',
    reply: noticePolicy,
  },
  updatePolicy: {
    method: 'PUT',
    path: '/api/sys/news-policy/v1',
    summary: 'Set whether the company’s notices require approval',
    access: permitted('policy'),
    reach: 'company',
    audit: { event: 'noticePolicy.updated' },
    body: noticePolicyWrite,
    reply: nothing,
  },
})
