import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import type { Expression, Kysely } from 'kysely'
import pg from 'pg'
import { isId } from '../ids.ts'
import {
  type AuditedEvent,
  auditedIn,
  bindKysely,
  hasPublished,
  queryTimeoutMs,
  type SendStatement,
} from './bound-connection.ts'
import { isConnectionError, isReadOnly, isUnanswered } from './connection-errors.ts'
import { openConnections, type PoolUsage } from './connection-pool.ts'
import { withHost } from './server-hosts.ts'
import type { DB } from './tables.gen.ts'
import { type AnswerCounts, type DatabaseEvents, watchAnswers } from './watch-answers.ts'

/** Tables of modules, which their code adds by `declare module`: `'assets.items'` is the table `items` of its schema. */
export interface ModuleTables extends Pick<DB, never> {}
export type Tables = DB & ModuleTables
export type Db = Kysely<Tables>
/** A query for the ids of rows. */
export type FoundIds = Expression<{ id: string }>
/** Rows a transaction can see (decision 3). */
export type DatabaseReach = { reach: 'company'; companyId: string } | { reach: 'platform' }
const beginReadOnly = 'begin read only'
type Mode = 'begin' | typeof beginReadOnly

export type DatabaseUsage = PoolUsage &
  AnswerCounts & {
    /** Transactions that ended, and those that were begun once more. */
    committed: number
    failed: number
    retried: number
    /** Whether it gives no answer at the moment. */
    isAway: boolean
  }

export type Database = {
  /**
   * Runs `work` in one transaction with that reach. Retries after a serialization failure or deadlock, and if the
   * connection was lost before the commit was sent.
   * @throws a connection error (see `isConnectionError`) otherwise
   */
  transact<T>(reach: DatabaseReach, work: (db: Db) => Promise<T>): Promise<T>
  /** Like `transact`, read-only: the database rejects writes. */
  read<T>(reach: DatabaseReach, work: (db: Db) => Promise<T>): Promise<T>
  /** One statement with platform reach, in its own transaction. */
  statement(statement: { text: string; values: unknown[] }): Promise<pg.QueryResult>
  /**
   * Like `statement`, for those of many calls: prepared under the name, and sent together with its `begin` and
   * `commit`, in one round trip. Not retried, as no one knows whether a lost one was committed.
   */
  quickStatement(statement: { name: string; text: string; values: unknown[] }): Promise<pg.QueryResult>
  /**
   * One text outside any role, as the serving login itself, which reaches nothing but the job queue. It may hold several
   * statements and its own transaction. Rows are as node-postgres reads them.
   */
  asLogin(statement: { text: string; values?: unknown[] | undefined }): Promise<pg.QueryResult>
  /** Calls the listener after each commit of a transaction that published events. */
  onPublished(listener: () => void): void
  /** Calls the listener after each commit of a transaction that wrote audit rows, with their events. */
  onAudited(listener: (written: readonly AuditedEvent[]) => void): void
  /** Whether any connection is in use. */
  isBusy(): boolean
  /** What this process has asked of the database, since it opened it. */
  usage(): DatabaseUsage
  close(): Promise<void>
}

const timestamptz = 1184
const bigint = 20
const date = 1082
const types = new pg.TypeOverrides()
// Rows are ready for the wire: timestamps in ISO 8601, days as they are, counts as numbers (none exceeds 2^53).
types.setTypeParser(timestamptz, (text: string) => new Date(text).toISOString())
types.setTypeParser(date, String)
types.setTypeParser(bigint, Number)

const beginStatement = (reach: DatabaseReach, begin: Mode): string => {
  if (reach.reach === 'platform') return `${begin}; set local role atrium_platform`
  if (!isId(reach.companyId)) throw new Error('company id is not a uuid')
  return `${begin}; set local role atrium_company; set local app.company = '${reach.companyId}'`
}

/**
 * Delays writes to the end of this event loop turn, so that `begin` and the first statements leave in one packet
 * instead of three. A fifth more requests for lists at a concurrency of sixteen.
 */
const sendTogether = (client: pg.PoolClient) => {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Ends a read-only transaction without waiting for the result. The next user of the connection sends in the same turn,
 * so the commit precedes their statements. If it fails, the connection is broken and the pool notices.
 */
const commitWithoutWaiting = (client: pg.PoolClient) => {
  sendTogether(client)
  client.query('commit').catch(() => undefined)
}

/** What a transaction used until it failed: statements sent and elapsed ms. */
export type TransactionUsage = { statements: number; ms: number }
const usageByError = new WeakMap<object, TransactionUsage>()
/** Usage of the transaction that threw this error; undefined if none did. */
export const usageUntilFailure = (error: unknown): TransactionUsage | undefined =>
  typeof error === 'object' && error !== null ? usageByError.get(error) : undefined

/** Errors after `commit` was sent: the outcome is unknown, so the transaction is never retried. */
const uncertainErrors = new WeakSet<object>()
/** Errors of a server that took no writes, where another host may. */
const lostPrimaryErrors = new WeakSet<object>()
const isLostPrimary = (error: unknown) => error instanceof Error && lostPrimaryErrors.has(error)
const collisionCodes = new Set(['40001', '40P01'])
const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** A slow database is not asked again: an unanswered statement may still be running. */
const isWorthRetrying = (error: unknown) => {
  if (!(error instanceof Error) || uncertainErrors.has(error)) return false
  return (
    isLostPrimary(error) ||
    collisionCodes.has(readCode(error)) ||
    (isConnectionError(error) && !isUnanswered(error) && usageByError.has(error))
  )
}
const maxTries = 4
/** The reserve is not counted into the size, as it is seldom used. */
const addUsage = ({ size, ...pool }: PoolUsage, reserve: PoolUsage): PoolUsage => ({
  size,
  open: pool.open + reserve.open,
  busy: pool.busy + reserve.busy,
  waiting: pool.waiting + reserve.waiting,
})
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The transaction around a call. What it leaves behind, as a timer, goes on after its end. */
type Surrounding = { isOpen: boolean; isInner: boolean }
const transactions = new AsyncLocalStorage<Surrounding>()
const surrounding = (): Surrounding | undefined => {
  const outer = transactions.getStore()
  return outer?.isOpen ? outer : undefined
}
/** Connections for what transactions ask for besides: those of the pool may all be held by such transactions. */
const reserveSize = 2

/**
 * Opens the server's connection pool. Takes the serving login's address, the maximum number of connections, what hears of
 * the database's state, and `host:port` of a transaction-mode pooler in front of the database, if any; behind one, statements are not prepared,
 * as the next connection may not know them (decision 33).
 */
export const openDatabase = (
  url: string,
  size: number,
  events: Partial<DatabaseEvents> = {},
  pooler = '',
): Database => {
  const answers = watchAnswers(events, () => asLogin({ text: 'select 1' }))
  const counts = { committed: 0, failed: 0, retried: 0 }
  const open = (max: number) =>
    openConnections(
      pooler === '' ? url : withHost(url, pooler),
      {
        max,
        pipeline: true,
        types,
        query_timeout: queryTimeoutMs,
        idleTimeoutMillis: 60_000,
        // Nodes of release 0.3.0 are called atrium; they are known by it (`older-nodes.ts`).
        application_name: 'atrium server',
      },
      answers.failed,
    )
  const [pool, reserve] = [open(size), open(reserveSize)]
  const connect = async () => {
    const outer = surrounding()
    // It would hold a connection of the reserve, and wait for another one.
    if (outer?.isInner) throw new Error('a transaction in a transaction in a transaction')
    return answers.connect((outer ? reserve : pool).connect)
  }
  const connectWithin = async (): Promise<[pg.PoolClient, Surrounding]> => {
    const isInner = surrounding() !== undefined
    return [await connect(), { isOpen: true, isInner }]
  }
  const renew = (suspect: pg.PoolClient) => {
    pool.renew(suspect)
    reserve.renew(suspect)
  }

  /** The server may have become a standby while it was connected, so that another host takes writes. */
  const noteLostPrimary = (error: unknown) => {
    if (pool.hasOtherHosts && isReadOnly(error)) lostPrimaryErrors.add(error as Error)
  }

  const publishedListeners: (() => void)[] = []
  const auditedListeners: ((written: readonly AuditedEvent[]) => void)[] = []
  /** Says what a committed transaction has published and audited. */
  const announce = (db: Db) => {
    if (hasPublished(db)) for (const listener of publishedListeners) listener()
    const audited = auditedIn(db)
    if (audited.length > 0) for (const listener of auditedListeners) listener(audited)
  }
  type Work<T> = (db: Db, client: pg.PoolClient) => Promise<T>
  const attempt = async <T>(reach: DatabaseReach, mode: Mode, work: Work<T>): Promise<T> => {
    const begin = beginStatement(reach, mode)
    const [client, within] = await connectWithin()
    sendTogether(client)
    const startedAt = performance.now()
    let statements = 0
    let isOver = false
    const send: SendStatement = async (statement, sendIt) => {
      // A parallel statement has failed, or was not awaited: the connection may belong to another transaction by now.
      if (isOver) throw new Error('the transaction is over')
      statements += 1
      return answers.send(client, statement, sendIt)
    }
    const reached = reach.reach === 'company' ? reach.companyId : 'platform'
    const binding = { database: pool, reach: reached, named: pooler === '', send }
    let isCommitting = false
    let releaseError: Error | boolean = false
    try {
      // Not awaited: `begin` is sent together with the first statement, which saves a round trip.
      const opened = client.query(begin)
      opened.catch(() => undefined)
      const db = bindKysely(client, binding)
      const result = await transactions.run(within, () => work(db, client))
      isOver = true
      if (mode === beginReadOnly) {
        commitWithoutWaiting(client)
        return result
      }
      isCommitting = true
      const { command } = await answers.send(client, 'commit', () => client.query('commit'))
      await opened
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
      announce(db)
      return result
    } catch (error) {
      if (error instanceof Error) {
        usageByError.set(error, { statements, ms: Math.round(performance.now() - startedAt) })
        if (isCommitting) uncertainErrors.add(error)
      }
      isOver = true
      if (mode === 'begin') noteLostPrimary(error)
      if (isUnanswered(error) || isLostPrimary(error)) renew(client)
      await client.query('rollback').catch((failure: Error) => {
        releaseError = failure
      })
      throw error
    } finally {
      within.isOpen = false
      client.release(releaseError)
    }
  }

  const transactionIn =
    (mode: Mode) =>
    async <T>(reach: DatabaseReach, work: Work<T>): Promise<T> => {
      for (let tries = 1; ; tries += 1) {
        try {
          const result = await attempt(reach, mode, work)
          counts.committed += 1
          return result
        } catch (error) {
          if (tries === maxTries || !isWorthRetrying(error)) {
            counts.failed += 1
            throw error
          }
          counts.retried += 1
          await sleep(Math.random() * 20 * 2 ** tries)
        }
      }
    }
  const transact = transactionIn('begin')
  const asLogin: Database['asLogin'] = async ({ text, values }) => {
    const client = await connect()
    let releaseError: Error | boolean = false
    try {
      return await answers.send(client, text, () => client.query({ text, ...(values && { values }), types: pg.types }))
    } catch (error) {
      noteLostPrimary(error)
      if (isUnanswered(error) || isLostPrimary(error)) renew(client)
      await client.query('rollback').catch((failure: Error) => {
        releaseError = failure
      })
      throw error
    } finally {
      client.release(releaseError)
    }
  }
  const quickStatement: Database['quickStatement'] = async ({ name, text, values }) => {
    const client = await connect()
    sendTogether(client)
    let releaseError: Error | boolean = false
    const sent = [
      client.query(beginStatement({ reach: 'platform' }, 'begin')),
      answers.send(client, text, () => client.query({ text, values, ...(pooler === '' && { name }) })),
      client.query('commit'),
    ] as const
    try {
      const [, result, { command }] = await Promise.all(sent)
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
      return result
    } catch (error) {
      noteLostPrimary(error)
      if (isUnanswered(error) || isLostPrimary(error)) renew(client)
      // The connection is free once all are answered; a commit that is not leaves it in an unknown state.
      await Promise.allSettled(sent)
      await sent[2].catch((failure: Error) => {
        releaseError = failure
      })
      throw error
    } finally {
      client.release(releaseError)
    }
  }
  return {
    transact,
    quickStatement,
    read: transactionIn(beginReadOnly),
    statement: ({ text, values }) =>
      transact({ reach: 'platform' }, (_, client) => answers.send(client, text, () => client.query(text, values))),
    asLogin,
    onPublished: (listener) => void publishedListeners.push(listener),
    onAudited: (listener) => void auditedListeners.push(listener),
    isBusy: pool.isBusy,
    usage: () => ({
      ...addUsage(pool.usage(), reserve.usage()),
      ...answers.counts(),
      ...counts,
      isAway: answers.isAway(),
    }),
    async close() {
      answers.stop()
      await Promise.all([pool.close(), reserve.close()])
    },
  }
}
