import type { EnterpriseRow } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesErrors } from '@atrium/contract/features/identity/enterprises/enterprises.errors.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { assertPlatformActor } from '../../tenancy/tenants/index.ts'
import { auditedEnterprise } from './audited-enterprise.ts'
import { type EnterprisesQuery, enterprisesRepository as repository } from './enterprises.repository.ts'
import { licenceType } from './licence.ts'
import { recognitionApproval, toRecognitionSubject } from './recognition-approval.ts'

const templates = {
  approve: 'recognitionApproved',
  reject: 'recognitionRejected',
  revoke: 'recognitionRevoked',
} as const
type Decision = keyof typeof templates

/** Notifies accounts by mail, enqueued in the caller's transaction and sent after the commit. */
type Notifier = {
  notify(
    scope: RequestScope,
    accounts: readonly string[],
    notice: {
      companyId: string
      template: (typeof templates)[Decision]
      values: Record<string, string>
    },
  ): Promise<void>
}
type Ports = { approvals: Approvals; files: Files; sessions: Pick<SessionEnder, 'forgetCompany'>; messages: Notifier }

/**
 * The operator's decisions about enterprises.
 * @throws `platformOnly` for all others
 */
export const createRecognition = ({ approvals, files, sessions, messages }: Ports) => {
  const hold = async ({ db, actor }: RequestScope, id: string, version: number): Promise<EnterpriseRow> => {
    assertPlatformActor(actor)
    await repository.lockRow(db, id)
    const found = orNotFound(await repository.findRow(db, id))
    // Without the newer row: it is read before it is decided on, never taken over by a form.
    if (found.version !== version) throw new AppError(kernelErrors.versionConflict)
    return found
  }
  const assertInReview = ({ state }: EnterpriseRow) => {
    if (state !== 'review') throw new AppError(enterprisesErrors.notInReview)
  }
  /** Whether a decision settles it. */
  const decide = (scope: RequestScope, found: EnterpriseRow, act: 'approved' | 'refused', reason: string) => {
    assertInReview(found)
    return approvals.decide(scope, recognitionApproval, toRecognitionSubject(scope.actor.companyId, found), {
      act,
      reason,
    })
  }
  /** Logged in the log of the enterprise too, and sent to the applicant. */
  const tell = async (scope: RequestScope, before: EnterpriseRow, decision: Decision, reason: string) => {
    const { id, name } = before
    const next = decision === 'approve' ? 'recognized' : 'rejected'
    const change = {
      entityId: id,
      entityName: name,
      before: { recognition: before.state },
      after: { ...(decision === 'approve' ? auditedEnterprise(before) : { reason }), recognition: next },
    }
    scope.note({
      ...change,
      sideEffects: [{ ...change, event: recognitionContract[decision].audit.event, companyId: id }],
    })
    const account = await repository.applicantAccount(scope.db, id)
    if (account === undefined) return
    await messages.notify(scope, [account], {
      companyId: id,
      template: templates[decision],
      values: { company: name, ...(reason && { reason }) },
    })
  }

  return {
    list({ db, actor, origin }: RequestScope, query: Omit<EnterprisesQuery, 'timeZone'>) {
      assertPlatformActor(actor)
      assertPageDepth(query)
      return repository.list(db, { ...query, timeZone: origin.timeZone })
    },
    async get({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      return orNotFound(await repository.findRow(db, id))
    },
    async licence({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      return files.reply(orNotFound(await repository.licence(db, id)), licenceType)
    },

    /** Throws `notInReview`; a name or credit code of another company is refused by its constraint. */
    async approve(scope: RequestScope, id: string, version: number) {
      const found = await hold(scope, id, version)
      if (!(await decide(scope, found, 'approved', ''))) return null
      await repository.adopt(scope.db, found, toAuthor(scope))
      await repository.decide(scope.db, id, 'recognized', '', toAuthor(scope))
      await tell(scope, found, 'approve', '')
      scope.afterCommit(() => sessions.forgetCompany(id))
      return null
    },
    /** Throws `notInReview`. */
    async reject(scope: RequestScope, id: string, { reason, version }: { reason: string; version: number }) {
      const found = await hold(scope, id, version)
      await decide(scope, found, 'refused', reason)
      await repository.decide(scope.db, id, 'rejected', reason, toAuthor(scope))
      await tell(scope, found, 'reject', reason)
      return null
    },
    /** Throws `notRecognized`. */
    async revoke(scope: RequestScope, id: string, { reason, version }: { reason: string; version: number }) {
      const found = await hold(scope, id, version)
      if (found.state !== 'recognized') throw new AppError(enterprisesErrors.notRecognized)
      await repository.decide(scope.db, id, 'rejected', reason, toAuthor(scope))
      await tell(scope, found, 'revoke', reason)
      return null
    },
  }
}
export type RecognitionService = ReturnType<typeof createRecognition>
