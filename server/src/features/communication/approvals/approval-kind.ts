import type { ApprovalField, ApprovalFlow } from '@atrium/contract/features/communication/approvals/flow.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { WaitingRows } from './candidates.repository.ts'
import type { ApprovalValues } from './choose-steps.ts'

/** Something that waits for approval, as its feature knows it. */
export type ApprovalSubject = {
  /** The company that decides. */
  companyId: string
  id: string
  name: string
  askedBy: Person
  /** Who asked, if they are a user of that company. */
  askerId: string | null
  /** Accounts that do not decide, the asker's among them. */
  excluded: readonly string[]
  /** What conditions compare. */
  values: ApprovalValues
}
export type SubjectKey = Pick<ApprovalSubject, 'companyId' | 'id'>
/** A subject that waited in vain. */
export type ApprovalEnd = { state: 'withdrawn' | 'expired'; reason: string; by: Person }

/** A kind of approval: what a feature asks for, and what follows without a decision. */
export type ApprovalKind = {
  readonly code: string
  readonly title: string
  /** What approvers hold, as `module:operation`: a flow chooses among them, and gives no one a right. */
  readonly permission: string
  /** What refuses who asked; the common sentence without it. */
  readonly ownRequest?: ErrorSpec
  readonly fields: readonly ApprovalField[]
  /** A query for `company_id` and `id` of the subjects that wait. */
  readonly waiting: WaitingRows
  find(db: Db, subject: SubjectKey): Promise<ApprovalSubject | undefined>
  /** Ends the waiting of a subject; one that does not wait stays as it is. */
  end(db: Db, subject: SubjectKey, how: ApprovalEnd): Promise<void>
}

/** The flow of a kind for which a company has set none: one of those who hold the permission. */
export const defaultFlow: ApprovalFlow = {
  steps: [{ by: 'holders', ids: [], need: 1, when: null, remindHours: null, escalateHours: null }],
  expireDays: 90,
}
