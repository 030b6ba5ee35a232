import type {
  ApprovalDetails,
  approvalsContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { approvalsErrors } from '@atrium/contract/features/communication/approvals/approvals.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { later } from '../../../kernel/texts/later-text.ts'
import type { Messages } from '../messages/index.ts'
import type { ApprovalKind } from './approval-kind.ts'
import { type Approval, approvalsRepository as repository } from './approvals.repository.ts'
import type { Approvals } from './approvals.ts'
import { deputiesRepository as deputies } from './deputies.repository.ts'
import { type DescribeChanges, describeCall, usersIn } from './describe-call.ts'
import type { HeldCall, HeldCalls } from './held-calls.ts'
import { type InboxQuery, inboxRepository as inbox } from './inbox.repository.ts'

type Contract = typeof approvalsContract
type Ports = {
  database: Database
  describeChanges: DescribeChanges
  approvals: Approvals
  kinds: readonly ApprovalKind[]
  held: HeldCalls
  messages: Messages
}
const answers = { approved: later('已通过'), failed: later('已通过，但未能执行'), refused: later('未通过') }

/** What a caller may do with an approval. */
const mayDo = (
  actor: Actor,
  { state, here, askerId }: { state: string; here: boolean; askerId: string | null },
  isWaiting: boolean,
) => {
  const decides = isWaiting && state === 'open'
  return {
    decide: decides && here,
    elsewhere: decides && !here,
    delegate: decides,
    withdraw: state === 'open' && askerId === actor.userId,
  }
}

/** Approvals as those see them who ask and who decide. */
export const createInbox = ({ database, describeChanges, approvals, kinds, held, messages }: Ports) => {
  const titleOf = (code: string): string =>
    kinds.find((kind) => kind.code === code)?.title ??
    held.kinds().find((kind) => kind.code === code)?.endpoint.approval.title ??
    code
  /** The operator's company sees subjects of others, such as enterprises. */
  const read = <T>(actor: Actor, work: Parameters<typeof database.read<T>>[1]) =>
    database.read(reachOfActor(actor), work)

  /** An open approval in the version that the caller saw. */
  const holdOpen = async ({ db, actor }: RequestScope, id: string, version: number): Promise<Approval> => {
    const approval = orNotFound(await repository.hold(db, { companyId: actor.companyId, id }))
    if (approval.state !== 'open') throw new AppError(approvalsErrors.decided)
    if (approval.version !== version) throw new AppError(kernelErrors.versionConflict)
    return approval
  }
  const holdCall = async (scope: RequestScope, id: string, version: number): Promise<Approval> => {
    const approval = await holdOpen(scope, id, version)
    if (approval.call === null) throw new AppError(approvalsErrors.decidedElsewhere)
    return approval
  }
  const end = async (scope: RequestScope, approval: Approval, state: keyof typeof answers, reason: string) => {
    const { db } = scope
    await repository.end(db, approval, state, reason)
    const account = approval.askerId && (await deputies.accountOf(db, approval.companyId, approval.askerId))
    if (!account) return
    const values = { title: approval.subjectName, answer: answers[state], reason }
    await messages.notify(scope, [account], { companyId: approval.companyId, template: 'approvalEnded', values })
  }
  const noteOf = ({ id, subjectName }: Approval, after: Record<string, string>) => ({
    entityId: id,
    entityName: subjectName,
    after,
  })

  return {
    async list({ actor }: { actor: Actor }, query: InboxQuery) {
      assertPageDepth(query)
      const page = await read(actor, (db) => inbox.list(db, actor, query, kinds))
      const isWaiting = query['f.box'] !== 'asked' && query['f.box'] !== 'done'
      const data = page.data.map((row) => ({ ...row, kindName: titleOf(row.kind), may: mayDo(actor, row, isWaiting) }))
      return { ...page, data }
    },
    /** Calls that wait for the caller's decision; undefined where no call ever waits. */
    async waitingCalls(actor: Actor, most: number) {
      if (actor.acting || held.kinds().length === 0) return undefined
      const { companyId } = actor
      const { count, rows } = await database.read({ reach: 'company', companyId }, (db) =>
        inbox.waitingCalls(db, actor, most),
      )
      const toRow = ({ id, kind, name, askedBy, createTime }: (typeof rows)[number]) => ({
        id,
        who: askedBy.name,
        what: labelledText(t(titleOf(kind)), name),
        time: createTime,
      })
      return { count, rows: rows.map(toRow) }
    },
    counts: ({ actor }: { actor: Actor }) => read(actor, (db) => inbox.counts(db, actor, kinds)),

    get: ({ actor }: { actor: Actor }, id: string): Promise<ApprovalDetails> =>
      read(actor, async (db) => {
        const { call, flow, isWaiting, ...row } = orNotFound(await inbox.find(db, actor, id))
        const kind = call ? held.kinds().find(({ code }) => code === row.kind) : undefined
        const ids = [...flow.flatMap((step) => step.ids), ...(kind ? usersIn(kind, call as HeldCall) : [])]
        const names = new Map((await inbox.names(db, actor.companyId, ids)).map((each) => [each.id, each.name]))
        const { input, changes } = kind
          ? describeCall(kind, call as HeldCall, names, describeChanges)
          : { input: [], changes: [] }
        return {
          ...row,
          kindName: titleOf(row.kind),
          flow: flow.map(({ by, ids: named, need }) => ({
            by,
            need,
            names: named.flatMap((each) => names.get(each) ?? []),
          })),
          acts: await inbox.acts(db, actor.companyId, id),
          input,
          // Masks are by the fields of declared rows, which these are not.
          changes: actor.restricted ? [] : changes,
          may: mayDo(actor, row, Boolean(isWaiting)),
        }
      }),

    /**
     * Throws `decided`, `versionConflict`, `decidedElsewhere`, `ownRequest` and `notYours`, and as `assertOn` does: what a
     * module that is off would refuse is not lost.
     */
    async approve(scope: RequestScope, id: string, { version, reason }: InputOf<Contract['approve']>['body']) {
      const approval = await holdCall(scope, id, version)
      held.assertOn(scope.actor, approval)
      const state = await approvals.act(scope, approval, { act: 'approved', reason })
      scope.note(noteOf(approval, { state }))
      if (state !== 'approved') return { state, reason: '' }
      const outcome = await held.carryOut(scope, approval)
      if (outcome.state === 'failed')
        await repository.addAct(scope.db, approval, {
          step: approval.step,
          act: 'failed',
          actor: null,
          reason: outcome.reason,
        })
      scope.note(noteOf(approval, outcome))
      await end(scope, approval, outcome.state, outcome.reason)
      return outcome
    },
    /** Throws `decided`, `versionConflict`, `decidedElsewhere`, `ownRequest` and `notYours`. */
    async refuse(scope: RequestScope, id: string, { version, reason }: InputOf<Contract['refuse']>['body']) {
      const approval = await holdCall(scope, id, version)
      await approvals.act(scope, approval, { act: 'refused', reason })
      scope.note(noteOf(approval, { state: 'refused', reason }))
      await end(scope, approval, 'refused', reason)
      return null
    },

    /** Throws `decided`, `versionConflict`, `ownRequest`, `notYours` and `unknownColleague`. */
    async delegate(
      scope: RequestScope,
      id: string,
      { version, account, reason }: InputOf<Contract['delegate']>['body'],
    ) {
      const { db, actor } = scope
      const approval = await holdOpen(scope, id, version)
      const to = await deputies.findColleague(db, actor.companyId, account)
      if (!to || to.id === actor.userId) throw refusalAt(approvalsErrors.unknownColleague, 'account')
      await approvals.handOver(scope, approval, to, reason)
      scope.note(noteOf(approval, { state: 'delegated', to: to.name }))
      return null
    },

    /** Throws `decided`, `versionConflict` and `notAsker`. */
    async withdraw(scope: RequestScope, id: string, { version }: InputOf<Contract['withdraw']>['body']) {
      const { db, actor } = scope
      const key = await repository.find(db, { companyId: actor.companyId, id })
      if (!key || key.askerId !== actor.userId) throw new AppError(approvalsErrors.notAsker)
      const by = toAuthor(scope)
      // The subject is locked before its approval, as decisions do.
      await kinds
        .find(({ code }) => code === key.kind)
        ?.end(db, { companyId: key.companyId, id: key.subjectId }, { state: 'withdrawn', reason: '申请人已撤回', by })
      const approval = await holdOpen(scope, id, version)
      await repository.addAct(db, approval, { step: approval.step, act: 'withdrawn', actor: by })
      await repository.end(db, approval, 'withdrawn', '')
      scope.note(noteOf(approval, { state: 'withdrawn' }))
      return null
    },
  }
}
