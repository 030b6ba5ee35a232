import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'

const { draft, scheduled, published, revoked, ended, submitted, approved, rejected } = noticeStatus
type Notice = Pick<NoticeRow, 'status' | 'approval'>

const isOneOf =
  (...states: readonly number[]) =>
  ({ status }: Notice) =>
    states.includes(status)

export const isIssued = isOneOf(scheduled, published, ended)
export const wasRead = isOneOf(published, revoked, ended)
export const isSubmitted = isOneOf(submitted)
const isSubmittable = isOneOf(draft, revoked, rejected)

/** Where approval is required, only an approved notice is published, and a published one stays as it was approved. */
export const canIssue = (notice: Notice): boolean =>
  !isIssued(notice) && (!notice.approval || notice.status === approved)
export const canSubmit = (notice: Notice): boolean => notice.approval && isSubmittable(notice)
export const canEdit = (notice: Notice): boolean => !(notice.approval && isIssued(notice))
/** Whether a change takes away the approval, or the place among the submissions. */
export const losesApproval = (notice: Notice): boolean => notice.approval && isOneOf(submitted, approved)(notice)
