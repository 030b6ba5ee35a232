import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { runInSavepoint } from '../../../kernel/db/savepoint.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import type { AuditNote, Owner, RequestScope } from '../../../kernel/scope.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { createReviewSeries } from './review-series.ts'
import { type ItemResult, type ReviewRef, reviewWorkRepository as repository } from './review-work.repository.ts'
import { type AuditEntry, writeSystemAudit } from './review-work-log.ts'

const platform = { reach: 'platform' } as const
/** Roles revoked per transaction; bounds how long other writers in the company wait. */
const revokeBatchSize = 50
const notifyBatchSize = 50
const system: Person = { id: '', name: '系统' }

/**
 * Revokes a role by the users' own rules, on a decision made elsewhere.
 * @returns whether it was assigned
 */
type RevokeRole = (
  scope: Pick<RequestScope, 'db' | 'note' | 'afterCommit'>,
  owner: Owner,
  roleId: string,
  by: Person,
) => Promise<boolean>
type Ports = { database: Database; messages: Messages; revokeRole: RevokeRole; wakeJob(name: string): void }

/** The change to a user, and the same on the roles' timelines. */
const toAuditEntries = ({ sideEffects = [], ...note }: AuditNote): AuditEntry[] => [
  { event: userRolesContract.assignRoles.audit.event, note },
  ...sideEffects.map(({ event, ...part }) => ({ event, note: part })),
]
const appliedEntry = (id: string, name: string, notes: readonly AuditNote[], failed: number): AuditEntry => ({
  event: 'review.applied',
  note: {
    entityId: id,
    entityName: name,
    after: { done: notes.map(({ entityName }) => entityName), ...(failed > 0 && { failed }) },
  },
})

/**
 * Background work on reviews: closes due ones, revokes roles in batches, starts repeated ones and notifies reviewers.
 * Each batch is one transaction that records its progress, so a killed process can be resumed and several nodes can run
 * it.
 */
export const createReviewWork = ({ database, messages, revokeRole, wakeJob }: Ports) => {
  const startDueReviews = createReviewSeries({ database, messages })

  const closeNext = (db: Db) =>
    repository.closeDue(db).then(async (closed) => {
      if (!closed) return false
      const { companyId, id, name, removing } = closed
      const { event } = reviewsContract.close.audit
      await writeSystemAudit(db, companyId, [{ event, note: { entityId: id, entityName: name, after: { removing } } }])
      return true
    })

  type Item = Awaited<ReturnType<typeof repository.nextItems>>[number]
  /** Revokes one role, or records why it was kept. */
  const revokeItem = async (
    db: Db,
    companyId: string,
    { id, userId, roleId }: Item,
    afterCommit: (work: () => void) => void,
  ) => {
    const note: AuditNote = {}
    let had = false
    const itemScope = { db, afterCommit, note: (added: AuditNote) => void Object.assign(note, added) }
    const refusal = await runInSavepoint(db, async () => {
      had = await revokeRole(itemScope, { companyId, userId }, roleId, system)
    })
    const result: ItemResult = {
      id,
      outcome: refusal ? 'refused' : had ? 'removed' : 'gone',
      refusal: refusal?.spec.msg ?? '',
    }
    return { result, note: had && !refusal ? note : undefined }
  }

  /**
   * Applies one batch of a review.
   * @returns whether this node may continue with it
   */
  const applyBatch = async (review: ReviewRef): Promise<boolean> => {
    const { companyId, id } = review
    let afterCommitWork: (() => void)[] = []
    const hasMore = await database.transact({ reach: 'company', companyId }, async (db) => {
      afterCommitWork = []
      const locked = await repository.lock(db, review)
      if (!locked) return false
      const items = await repository.nextItems(db, review, locked.appliedTo, locked.unanswered, revokeBatchSize)
      const outcomes = []
      // Same lock order as other writers: by user id.
      for (const item of items.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
        outcomes.push(await revokeItem(db, companyId, item, (work) => afterCommitWork.push(work)))
      const isLast = items.length < revokeBatchSize
      const results = outcomes.map((each) => each.result)
      await repository.saveResults(db, review, results, { upTo: items.at(-1)?.id ?? null, isLast })
      const notes = outcomes.flatMap(({ note }) => note ?? [])
      const failed = results.filter(({ outcome }) => outcome === 'refused').length
      // Last, to keep the audit log's lock short.
      if (items.length > 0)
        await writeSystemAudit(db, companyId, [
          appliedEntry(id, locked.name, notes, failed),
          ...notes.flatMap(toAuditEntries),
        ])
      return !isLast
    })
    for (const work of afterCommitWork) work()
    return hasMore
  }
  const applyAll = async (signal: AbortSignal) => {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      hasMore = false
      // Round-robin, so that a small review does not wait for a large one.
      for (const review of await database.transact(platform, repository.applying))
        if (!signal.aborted && (await applyBatch(review))) hasMore = true
    }
  }

  const notifyBatch = (db: Db) =>
    repository.claimUnnotified(db, notifyBatchSize).then(async (reviewers) => {
      for (const { companyId, company, account, name, due, items, timeZone } of reviewers)
        await messages.enqueue(db, {
          companyId,
          channel: 'mail',
          template: 'reviewAsked',
          to: { account },
          values: { name, company, items: String(items), due: wallClock(timeZone || platformZone, new Date(due)) },
        })
      return reviewers.length > 0
    })
  const notifyAll = async (signal: AbortSignal) => {
    let hasNotified = false
    while (!signal.aborted && (await database.transact(platform, notifyBatch))) hasNotified = true
    if (hasNotified) messages.wake()
  }

  const runDueWork = async (signal: AbortSignal = new AbortController().signal) => {
    while (!signal.aborted && (await database.transact(platform, closeNext)));
    await notifyAll(signal)
    await applyAll(signal)
    await startDueReviews(() => !signal.aborted)
    await notifyAll(signal)
  }
  const trigger = defineTrigger({
    name: 'reviews.work',
    title: '处理到期的复核',
    schedule: { everyMinutes: 1 },
    run: runDueWork,
  })
  return {
    /** Runs until nothing is due, or after the current batch if aborted. */
    runDueWork,
    trigger,
    /** Runs after the commit: at once on a node that works, within seconds on another. */
    async startWork({ db, afterCommit }: Pick<RequestScope, 'db' | 'afterCommit'>) {
      await fireTrigger(db, trigger)
      afterCommit(() => wakeJob(trigger.name))
    },
  }
}
