import { approvalsErrors } from '@atrium/contract/features/communication/approvals/approvals.errors.ts'
import type { ApprovalState } from '@atrium/contract/features/communication/approvals/flow.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type RequestScope, refusalAt, toPrincipal } from '../../../kernel/scope.ts'
import type { Messages } from '../messages/index.ts'
import { type ApprovalKind, type ApprovalSubject, defaultFlow, type SubjectKey } from './approval-kind.ts'
import { type Approval, type ApprovalKey, approvalsRepository as repository } from './approvals.repository.ts'
import { chooseSteps } from './choose-steps.ts'

export type Verdict = { act: 'approved' | 'refused'; reason: string }
type DecidingScope = Pick<RequestScope, 'db' | 'actor' | 'note'>

export const system: Person = { id: '', name: '系统' }

/** Whose account it is, and under which id a company knows them: neither decides on what they have asked for. */
export const accountsOf = (actor: Actor): string[] => [...new Set([toPrincipal(actor).userId, actor.userId])]

/**
 * Approvals of all kinds: whose turn it is, what has been decided, and how it ended. The kinds keep what they ask for and
 * what follows; they lock their subject first, and then decide on it here, in one transaction.
 */
export const createApprovals = ({ messages }: { messages: Pick<Messages, 'enqueueAll'> }) => {
  const notifyDeciders = async (db: Db, { companyId, id, askedBy, subjectName }: Approval) => {
    const values = { name: askedBy.name, title: subjectName }
    const mail = { companyId, channel: 'mail', template: 'approvalWaiting', values } as const
    const accounts = await repository.ableAccounts(db, { companyId, id })
    await messages.enqueueAll(
      db,
      accounts.map((account) => ({ ...mail, to: { account } })),
    )
    return accounts.length
  }
  /** Lets administrators join in the present step. */
  const widen = async (db: Db, approval: Approval) => {
    await repository.widen(db, approval)
    await repository.addAct(db, approval, { step: approval.step, act: 'widened', actor: null })
    await notifyDeciders(db, approval)
  }
  /** Notifies those whose turn it is; if they are too few, administrators join them. Kinds tell holders themselves. */
  const begin = async (db: Db, approval: Approval) => {
    if (approval.deciderKind === 'holders' && approval.step === 0) return
    const able = await notifyDeciders(db, approval)
    if (able < approval.need && approval.deciderKind !== 'administrators') await widen(db, approval)
  }
  const hold = async (db: Db, key: ApprovalKey): Promise<Approval> => {
    const approval = await repository.hold(db, key)
    if (!approval) throw new Error(`approval ${key.id} is gone`)
    return approval
  }

  const ask = async (db: Db, { code, permission }: ApprovalKind, subject: ApprovalSubject): Promise<boolean> => {
    const { companyId, id: subjectId, values, ...asked } = subject
    const { steps, expireDays } = (await repository.findFlow(db, companyId, code)) ?? defaultFlow
    const chosen = chooseSteps(steps, values)
    const begins = chosen[0]?.by === 'holders'
    const added = { ...asked, companyId, kind: code, subjectId, permission, expireDays, steps: chosen }
    const id = await repository.insert(db, added)
    if (id === undefined) return begins
    await repository.addAct(db, { companyId, id }, { step: 0, act: 'asked', actor: subject.askedBy })
    await begin(db, await hold(db, { companyId, id }))
    return begins
  }
  const holdOpen = async (db: Db, kind: ApprovalKind, subject: ApprovalSubject): Promise<Approval> => {
    const find = () => repository.holdOpen(db, subject.companyId, kind.code, subject.id)
    const found = await find()
    if (found) return found
    // Asked for by a node of an older release.
    await ask(db, kind, subject)
    const asked = await find()
    if (!asked) throw new AppError(approvalsErrors.decided)
    return asked
  }

  /** In whose name the caller acts in the present step. */
  const findStanding = async (db: Db, approval: Approval, actor: Actor): Promise<Person | undefined> => {
    // That they hold the permission has been seen at their admission, guests among them.
    if (approval.deciderKind === 'holders' && approval.permission !== '') return toAuthor({ actor })
    return repository.findStanding(db, approval, actor.userId)
  }
  /**
   * Acts in the present step of an approval, which is locked.
   * @returns the state that it has now
   * @throws `ownRequest` and `notYours`
   */
  const act = async (
    { db, actor, note }: DecidingScope,
    approval: Approval,
    verdict: Verdict,
    own: ErrorSpec = approvalsErrors.ownRequest,
  ): Promise<ApprovalState> => {
    if (accountsOf(actor).some((id) => approval.excluded.includes(id))) throw new AppError(own)
    const by = toAuthor({ actor })
    const standing = await findStanding(db, approval, actor)
    const done = { step: approval.step, ...verdict, actor: by, standsFor: standing }
    if (!standing || !(await repository.addAct(db, approval, done))) throw new AppError(approvalsErrors.notYours)
    if (verdict.act === 'refused') return 'refused'
    const { steps, step, need, subjectId: entityId, subjectName: entityName } = approval
    const isPassed = (await repository.countApproved(db, approval, step)) >= need
    const next = steps[step + 1]
    if (isPassed && !next) return 'approved'
    note({ entityId, entityName, after: { state: 'open', step: step + 1, passed: isPassed } })
    if (isPassed && next) {
      await repository.place(db, approval, step + 1, next)
      await begin(db, await hold(db, approval))
    }
    return 'open'
  }

  const withdraw = async (db: Db, kind: ApprovalKind, { companyId, id }: SubjectKey, by: Person, reason = '') => {
    const approval = await repository.holdOpen(db, companyId, kind.code, id)
    if (!approval) return
    await repository.addAct(db, approval, { step: approval.step, act: 'withdrawn', actor: by, reason })
    await repository.end(db, approval, 'withdrawn', reason)
  }

  /** Adds an approval with all of its parts; returns the one that waits already, if there is one. */
  const askCall = async (db: Db, asked: Parameters<typeof repository.insert>[1]): Promise<string> => {
    const { companyId, kind, subjectId, askedBy } = asked
    const id = await repository.insert(db, asked)
    if (id === undefined) {
      const waiting = await repository.holdOpen(db, companyId, kind, subjectId)
      if (!waiting) throw new AppError(approvalsErrors.decided)
      return waiting.id
    }
    await repository.addAct(db, { companyId, id }, { step: 0, act: 'asked', actor: askedBy })
    await begin(db, await hold(db, { companyId, id }))
    return id
  }
  /**
   * Hands the present step over: the colleague decides in the caller's place.
   * @throws `ownRequest` and `notYours`; `unknownColleague` for those who may not decide either
   */
  const handOver = async ({ db, actor }: DecidingScope, approval: Approval, to: Person, reason: string) => {
    if (accountsOf(actor).some((id) => approval.excluded.includes(id))) throw new AppError(approvalsErrors.ownRequest)
    const standing = await findStanding(db, approval, actor)
    const done = {
      step: approval.step,
      act: 'delegated',
      actor: toAuthor({ actor }),
      standsFor: standing,
      to,
      reason,
    } as const
    if (!standing || !(await repository.addAct(db, approval, done))) throw new AppError(approvalsErrors.notYours)
    await repository.delegate(db, approval, to.id)
    if (!(await repository.findStanding(db, approval, to.id)))
      throw refusalAt(approvalsErrors.unknownColleague, 'account')
    await notifyDeciders(db, approval)
  }

  return {
    /** Begins the approval of a subject that waits without one; one that has one keeps it. */
    adopt: ask,
    askCall,
    handOver,
    /**
     * Begins the approval of a subject. What was decided on an earlier state of it does not count.
     * @returns whether all holders of the permission decide first, who hear of it from the kind
     */
    async ask(db: Db, kind: ApprovalKind, subject: ApprovalSubject) {
      await withdraw(db, kind, subject, subject.askedBy)
      return ask(db, kind, subject)
    },

    /**
     * Takes a decision on a subject that the kind has locked.
     * @returns whether it is settled; otherwise others decide next, and the subject goes on waiting
     * @throws `ownRequest` and `notYours`
     */
    async decide(
      scope: DecidingScope,
      kind: ApprovalKind,
      subject: ApprovalSubject,
      verdict: Verdict,
    ): Promise<boolean> {
      const approval = await holdOpen(scope.db, kind, subject)
      const state = await act(scope, approval, verdict, kind.ownRequest)
      if (state === 'open') return false
      await repository.end(scope.db, approval, state, verdict.reason)
      return true
    },

    /** Ends the approval of a subject that is taken back, changed or gone, without a decision. */
    withdraw,

    act,
    begin,
    hold,
    widen,
    notifyDeciders,
  }
}
export type Approvals = ReturnType<typeof createApprovals>
