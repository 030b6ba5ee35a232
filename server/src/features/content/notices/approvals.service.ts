import type {
  approvalsContract,
  NoticePolicy,
  NoticePolicyWrite,
} from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { assertSeen, principalId, toWriter } from './approval-rules.ts'
import { approvalsRepository as repository } from './approvals.repository.ts'
import { decisionsRepository as decisions } from './decisions.repository.ts'
import { noticeApproval, toNoticeSubject } from './notice-approval.ts'
import { noticesRepository, type StoredNotice } from './notices.repository.ts'

type Contract = typeof approvalsContract
type Seen = InputOf<Contract['submit']>['body']
type Rejection = InputOf<Contract['reject']>['body']

const approvalBegins = '本公司已开启公告审核，请提交审核，通过后重新发布'
const noPolicy = { approval: false, version: 0, updateTime: null, updateBy: null }

const toKey = ({ actor: { companyId } }: RequestScope, id: string) => ({ companyId, id })
const lock = async (scope: RequestScope, id: string) =>
  orNotFound(await noticesRepository.findForUpdate(scope.db, toKey(scope, id)))
const lockPolicy = async (db: Db, companyId: string) => ({
  id: companyId,
  ...noPolicy,
  ...(await repository.findPolicyForUpdate(db, companyId)),
})

/**
 * A submission in the version that the caller saw.
 * @throws `notSubmitted`, `approvedByWriter` and `outdatedText`
 */
const lockSubmitted = async (scope: RequestScope, id: string, version: number): Promise<StoredNotice> => {
  const notice = await lock(scope, id)
  if (notice.state !== 'submitted') throw new AppError(noticesErrors.notSubmitted)
  if (notice.writers.includes(principalId(scope.actor))) throw new AppError(noticesErrors.approvedByWriter)
  assertSeen(notice, version)
  return notice
}

type Ports = { messages: Messages; approvals: Approvals }

/** The second pair of eyes: approval of notices by others than their writers, where a company requires it. */
export const createNoticeApprovals = ({ messages, approvals }: Ports) => {
  /** Tells the author, and who has submitted it, of a decision. */
  const tellWriters = async (
    scope: RequestScope,
    { title, createBy, submitBy }: StoredNotice,
    template: 'noticeApproved' | 'noticeRejected',
    more: Record<string, string> = {},
  ) => {
    const { companyId, companyName: company, name } = scope.actor
    const people = [createBy.id, ...(submitBy ? [submitBy.id] : [])]
    const accounts = await repository.listAccounts(scope.db, companyId, people)
    await messages.notify(scope, accounts, { companyId, template, values: { name, company, title, ...more } })
  }
  const noteDecision = (scope: RequestScope, notice: StoredNotice, after: Record<string, string>) =>
    scope.note({
      entityId: notice.id,
      entityName: notice.title,
      before: { state: notice.state },
      after: { ...after, author: notice.createBy.name },
    })

  /**
   * What changes with the policy.
   * @returns what to note of each notice
   */
  const applyPolicy = async ({ db, actor }: RequestScope, approval: boolean) => {
    const { companyId } = actor
    if (approval) {
      const withdrawn = await decisions.revokeUnapproved(db, companyId, approvalBegins, toAuthor({ actor }))
      const noted = { event: 'notice.revoked', after: { reason: approvalBegins } }
      return withdrawn.map(({ id: entityId, title: entityName }) => ({ ...noted, entityId, entityName }))
    }
    const waiting = await decisions.withdrawSubmissions(db, companyId)
    const noted = { event: 'notice.updated', before: { state: 'submitted' }, after: { state: 'draft' } }
    return waiting.map(({ id: entityId, title: entityName }) => ({ ...noted, entityId, entityName }))
  }

  return {
    /** Throws `alreadyIssued`, `alreadySubmitted`, `outdatedText` and `approvalNotNeeded`. */
    async submit(scope: RequestScope, id: string, { version }: Seen) {
      const before = await lock(scope, id)
      if (before.state === 'issued') throw new AppError(noticesErrors.alreadyIssued)
      if (before.state === 'submitted' || before.state === 'approved')
        throw new AppError(noticesErrors.alreadySubmitted)
      assertSeen(before, version)
      if (!before.approval) throw new AppError(noticesErrors.approvalNotNeeded)
      await decisions.submit(scope.db, toKey(scope, id), toWriter(scope))
      noteDecision(scope, before, { state: 'submitted' })
      const { companyId, companyName: company, name } = scope.actor
      const writers = [...new Set([...before.writers, principalId(scope.actor)])]
      const subject = toNoticeSubject(companyId, { ...before, writers, submitBy: toAuthor(scope) })
      if (!(await approvals.ask(scope.db, noticeApproval, subject))) return null
      const accounts = await repository.approverAccounts(scope.db, companyId, writers)
      const values = { name, company, title: before.title }
      await messages.notify(scope, accounts, { companyId, template: 'noticeSubmitted', values })
      return null
    },

    /** Throws as `lockSubmitted` does. */
    async approve(scope: RequestScope, id: string, { version }: Seen) {
      const before = await lockSubmitted(scope, id, version)
      const subject = toNoticeSubject(scope.actor.companyId, before)
      if (!(await approvals.decide(scope, noticeApproval, subject, { act: 'approved', reason: '' }))) return null
      await decisions.approve(scope.db, toKey(scope, id), toAuthor(scope))
      noteDecision(scope, before, { state: 'approved' })
      await tellWriters(scope, before, 'noticeApproved')
      return null
    },

    /** Throws as `lockSubmitted` does. */
    async reject(scope: RequestScope, id: string, { version, reason }: Rejection) {
      const before = await lockSubmitted(scope, id, version)
      const subject = toNoticeSubject(scope.actor.companyId, before)
      await approvals.decide(scope, noticeApproval, subject, { act: 'refused', reason })
      await decisions.reject(scope.db, toKey(scope, id), reason, toAuthor(scope))
      noteDecision(scope, before, { state: 'rejected', reason })
      await tellWriters(scope, before, 'noticeRejected', { reason })
      return null
    },

    async policy({ db, actor: { companyId } }: RequestScope): Promise<NoticePolicy> {
      const stored = await repository.findPolicy(db, companyId)
      return { ...noPolicy, ...stored, approvers: await repository.countApprovers(db, companyId) }
    },

    /**
     * What is published stays published. Once approval is required, what has none and has not started is withdrawn;
     * once it is not, nothing waits for it any longer.
     * @throws `versionConflict`
     */
    async updatePolicy(scope: RequestScope, { approval, version }: NoticePolicyWrite) {
      const { db, actor } = scope
      const before = await lockPolicy(db, actor.companyId)
      assertVersion(before, version)
      if (before.version > 0) await repository.updatePolicy(db, actor.companyId, approval, toAuthor(scope))
      else if (!(await repository.insertPolicy(db, actor.companyId, approval, toAuthor(scope))))
        assertVersion(await lockPolicy(db, actor.companyId), version)
      const changed = { before: { approval: before.approval }, after: { approval } }
      const sideEffects = await applyPolicy(scope, approval)
      scope.note({ entityId: actor.companyId, entityName: '公告审核设置', ...changed, sideEffects })
      return null
    },
  }
}
