import { reviewsContract } from '@atrium/contract/features/reviews/reviews.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { undoable } from '../../kernel/db/savepoint.ts'
import type { AuditNote, Owner, RequestScope } from '../../kernel/scope.ts'
import { platformZone, wallClock } from '../../kernel/wall-clock.ts'
import type { Messages } from '../messages/index.ts'
import { createReviewSeries } from './review-series.ts'
import { reviewWorkRepository as repository, type Settled, type Waiting } from './review-work.repository.ts'
import { type Noted, writeOwnAudit } from './review-work-log.ts'

const platform = { reach: 'platform' } as const
const lookEveryMs = 10_000
/** So many roles are taken in one transaction: whoever works in the company meanwhile waits for no more than that. */
const takenAtOnce = 50
const toldAtOnce = 50
const system: Person = { id: '', name: '系统' }

/** The users' own way of taking a role that somebody else decided about. Out: whether he had it. */
type Withdraw = (
  scope: Pick<RequestScope, 'db' | 'note' | 'afterCommit'>,
  owner: Owner,
  roleId: string,
  by: Person,
) => Promise<boolean>
type Ports = { database: Database; messages: Messages; withdraw: Withdraw }

/** What was done to somebody, and the same on the timelines of the roles. */
const rowsOf = ({ parts = [], ...note }: AuditNote): Noted[] => [
  { event: usersContract.assignRoles.audit.event, note },
  ...parts.map(({ event, ...part }) => ({ event, note: part })),
]
const appliedOf = (id: string, name: string, notes: readonly AuditNote[], failed: number): Noted => ({
  event: 'review.applied',
  note: {
    ...{ entityId: id, entityName: name },
    after: { done: notes.map(({ entityName }) => entityName), ...(failed > 0 && { failed }) },
  },
})

/**
 * What of reviews is done without anybody asking for it: those due are closed, what nobody keeps is taken piece by piece, those
 * that are repeated begin anew, and whoever is asked is told. Every piece is a transaction that says how far it came: what a
 * killed process left undone, the next one goes on with, and any number of nodes may do it at once.
 */
export const createReviewWork = ({ database, messages, withdraw }: Ports) => {
  let stopping = false
  let look: () => void = () => undefined
  const beginAgain = createReviewSeries({ database, messages })

  const closeOne = (db: Db) =>
    repository.closeDue(db).then(async (closed) => {
      if (!closed) return false
      const { companyId, id, name, removing } = closed
      const { event } = reviewsContract.close.audit
      await writeOwnAudit(db, companyId, [{ event, note: { entityId: id, entityName: name, after: { removing } } }])
      return true
    })

  type Item = Awaited<ReturnType<typeof repository.next>>[number]
  /** Takes one role, or says why it stays. */
  const take = async (
    db: Db,
    companyId: string,
    { id, userId, roleId }: Item,
    afterCommit: (work: () => void) => void,
  ) => {
    const note: AuditNote = {}
    let had = false
    const own = { db, afterCommit, note: (added: AuditNote) => void Object.assign(note, added) }
    const refusal = await undoable(db, async () => {
      had = await withdraw(own, { companyId, userId }, roleId, system)
    })
    const settled: Settled = {
      id,
      outcome: refusal ? 'refused' : had ? 'removed' : 'gone',
      refusal: refusal?.spec.msg ?? '',
    }
    return { settled, note: had && !refusal ? note : undefined }
  }

  /** One piece of a review. Out: whether it was this node's to do, and there may be more. */
  const applyPiece = async (review: Waiting): Promise<boolean> => {
    const { companyId, id } = review
    let afterwards: (() => void)[] = []
    const isMore = await database.transact({ reach: 'company', companyId }, async (db) => {
      afterwards = []
      const held = await repository.hold(db, review)
      if (!held) return false
      const items = await repository.next(db, review, held.appliedTo, held.unanswered, takenAtOnce)
      const made = []
      // As others hold people: in the order of their ids.
      for (const item of items.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
        made.push(await take(db, companyId, item, (work) => afterwards.push(work)))
      const isLast = items.length < takenAtOnce
      const settled = made.map((each) => each.settled)
      await repository.settle(db, review, settled, { upTo: items.at(-1)?.id ?? null, isLast })
      const notes = made.flatMap(({ note }) => note ?? [])
      const failed = settled.filter(({ outcome }) => outcome === 'refused').length
      // Last of all: until then nobody waits for the log.
      if (items.length > 0)
        await writeOwnAudit(db, companyId, [appliedOf(id, held.name, notes, failed), ...notes.flatMap(rowsOf)])
      return !isLast
    })
    for (const work of afterwards) work()
    return isMore
  }
  const applyAll = async () => {
    for (let isMore = true; isMore && !stopping; ) {
      isMore = false
      // By turns: a small review need not wait for a large one.
      for (const review of await database.transact(platform, repository.applying))
        if (!stopping && (await applyPiece(review))) isMore = true
    }
  }

  const tellSome = (db: Db) =>
    repository.takeUntold(db, toldAtOnce).then(async (untold) => {
      for (const { companyId, company, account, name, due, items, timeZone } of untold)
        await messages.enqueue(db, {
          ...{ companyId, channel: 'mail', template: 'reviewAsked', to: { account } },
          values: { name, company, items: String(items), due: wallClock(timeZone || platformZone, new Date(due)) },
        })
      return untold.length > 0
    })
  const tellAll = async () => {
    let isAny = false
    while (!stopping && (await database.transact(platform, tellSome))) isAny = true
    if (isAny) messages.wake()
  }

  const workOff = async () => {
    while (!stopping && (await database.transact(platform, closeOne)));
    await tellAll()
    await applyAll()
    await beginAgain(() => !stopping)
    await tellAll()
  }
  return {
    /** Does all there is to do. */
    workOff,
    /** Has it begun at once instead of within ten seconds; to be called after the commit. */
    wake: () => look(),
    /** Begins to look for it. In: where to tell of trouble. Out: how to stop, once the piece under way is done. */
    start(onError: (error: unknown) => void) {
      let running: Promise<unknown> = Promise.resolve()
      let isAsked = false
      look = () => {
        if (isAsked || stopping) return
        isAsked = true
        running = running
          .then(() => {
            isAsked = false
            return workOff()
          })
          .catch(onError)
      }
      const timer = setInterval(() => look(), lookEveryMs)
      timer.unref()
      look()
      return async () => {
        stopping = true
        clearInterval(timer)
        await running
      }
    },
  }
}
