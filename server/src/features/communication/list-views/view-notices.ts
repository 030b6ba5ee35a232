import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ReadAs } from '../../../kernel/http/read-as.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, AppError } from '../../../kernel/scope.ts'
import type { Messages } from '../messages/index.ts'
import { menuOfList, newestOf, watchableLists } from './watched-lists.ts'
import { watchedViewsRepository as repository, type WatchedView } from './watched-views.repository.ts'

/** Rows of one look: more new ones are “100 or more”. */
const shownRows = 100
/** Transactions may commit later than others that began after them. */
const overlapMs = 10 * 60_000
/** Views of one claim; one after another, so that looking takes one connection. */
const batchSize = 50

type Row = { id: string; createTime: string }
/** The moment before which no row of a transaction that is open at this one can be. */
const before = (moment: string) => new Date(Date.parse(moment) - overlapMs).toISOString()
const latestOf = (moments: readonly string[]) => moments.toSorted().at(-1) ?? ''
const isRow = (row: unknown): row is Row =>
  typeof Object(row).id === 'string' && typeof Object(row).createTime === 'string'

export type ViewNoticePorts = {
  database: Database
  catalogue: Catalogue
  readAs: ReadAs
  findCaller: FindCaller
  messages: Messages
  siteOrigin: string
  onError(error: unknown): void
}

/**
 * Looks at the saved searches that are due, each as its owner with the rights they have now, and reminds the owner of rows
 * that were created since. What is remembered of the rows is a moment, and the ids of those after it.
 */
export const createViewNotices = ({
  database,
  catalogue,
  readAs,
  findCaller,
  messages,
  siteOrigin,
  onError,
}: ViewNoticePorts) => {
  const lists = watchableLists(catalogue)
  const change = <T>(work: (db: Db) => Promise<T>) => database.transact({ reach: 'platform' }, work)

  /** The newest rows of a view as its owner sees them. */
  const readNewest = async (owner: Actor, { list, query }: WatchedView): Promise<Row[]> => {
    const endpoint = lists.get(list)
    if (!endpoint) throw new AppError(listViewsErrors.noSuchList)
    const { data } = Object(await readAs(endpoint, owner, { query: newestOf(query, shownRows) })) as { data: unknown[] }
    return data.filter(isRow)
  }
  const findOwner = async ({ companyId, userId, isUsed }: WatchedView): Promise<Actor> => {
    if (!isUsed) throw new AppError(listViewsErrors.unused)
    const owner = await findCaller(companyId, { companyId, userId, sessionId: null })
    if ('refusal' in owner) throw new AppError({ ...listViewsErrors.noSuchList, msg: owner.refusal })
    return owner
  }

  /** Where the view is seen; the console itself for lists without a menu of their own. */
  const linkTo = async (db: Db, { list, query }: WatchedView): Promise<string> => {
    const endpoint = lists.get(list)
    const code = endpoint && menuOfList(catalogue, endpoint)
    const path = code && (await repository.findMenuPath(db, code))
    return path ? `${siteOrigin}/console/web/${path}?${query}` : `${siteOrigin}/console/`
  }

  const look = async (view: WatchedView) => {
    const owner = await findOwner(view)
    const rows = await readNewest(owner, view)
    const isAfter = (moment: string) => (row: Row) => Date.parse(row.createTime) > Date.parse(moment)
    const count = rows.filter(isAfter(view.seenUntil)).filter(({ id }) => !view.seenIds.includes(id)).length
    const seenUntil = latestOf([view.seenUntil, ...rows.map(({ createTime }) => before(createTime))])
    const seenIds = rows.filter(isAfter(seenUntil)).map(({ id }) => id)
    await change(async (db) => {
      await repository.noteSeen(db, view, seenUntil, seenIds)
      if (count === 0) return
      const items = count < shownRows ? String(count) : `${shownRows}+`
      const values = { title: view.name, items, company: owner.companyName, link: await linkTo(db, view) }
      const to = { account: owner.account }
      await messages.enqueue(db, { companyId: view.companyId, channel: 'mail', template: 'viewMatched', to, values })
    })
  }
  /** A view that its owner may no longer read stops, and says why; other failures are tried again at its next time. */
  const lookOrStop = (view: WatchedView) =>
    look(view).catch(async (error: unknown) => {
      if (error instanceof AppError) await change((db) => repository.stop(db, view, error.spec.msg))
      else onError(error)
    })

  const run = async (signal: AbortSignal) => {
    for (;;) {
      const due = await change((db) => repository.claimDue(db, batchSize))
      for (const view of due) await lookOrStop(view)
      if (due.length < batchSize || signal.aborted) break
    }
    messages.wake()
  }
  return defineTrigger({ name: 'views.notify', title: '查找视图的新数据', schedule: { everyMinutes: 5 }, run })
}
