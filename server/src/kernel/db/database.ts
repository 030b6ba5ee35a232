import type { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { boundTo, queryTimeoutMs } from './bound-connection.ts'
import { isConnectionError, isUnanswered } from './connection-errors.ts'
import { openConnections } from './connection-pool.ts'
import type { DB } from './tables.gen.ts'

export type Db = Kysely<DB>
export type Tables = DB
/** Which rows a transaction can see (docs/decisions/0003). */
export type Sight = { reach: 'company'; companyId: string } | { reach: 'platform' }
const reading = 'begin read only'
type Mode = 'begin' | typeof reading

export type Database = {
  /**
   * Runs `work` in one transaction with that sight. Retries it when the database says that two collided, or when the
   * connection was lost before the commit was sent. Throws a connection error (see `isConnectionError`) otherwise.
   */
  transact<T>(sight: Sight, work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that only reads: the database refuses what it would write. */
  read<T>(sight: Sight, work: (db: Db) => Promise<T>): Promise<T>
  /** One statement with platform sight, in a transaction of its own. */
  statement(statement: { text: string; values: unknown[] }): Promise<pg.QueryResult>
  /** Whether a connection works for somebody. */
  isBusy(): boolean
  waiting(): number
  close(): Promise<void>
}

const timestamptz = 1184
const bigint = 20
const types = new pg.TypeOverrides()
// Rows are ready for the wire as they come: moments in ISO 8601, counts as numbers (none of ours passes 2^53).
types.setTypeParser(timestamptz, (text: string) => new Date(text).toISOString())
types.setTypeParser(bigint, Number)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const opening = (sight: Sight, begin: Mode): string => {
  if (sight.reach === 'platform') return `${begin}; set local role atrium_platform`
  if (!uuid.test(sight.companyId)) throw new Error('company id is not a uuid')
  return `${begin}; set local role atrium_company; set local app.company = '${sight.companyId}'`
}

/**
 * Holds back what is written until this turn of the event loop has run: the opening and the first statements leave as one
 * packet instead of three. Measured on the list at sixteen at once: a fifth more requests.
 */
const sendTogether = (client: pg.PoolClient) => {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Ends a transaction that wrote nothing, without waiting for it: nothing hangs on how it ends. Whoever has waited for the
 * connection asks in the same turn, so the end travels in front of his first statements. Where it fails, the connection is
 * broken, and the pool hears of it.
 */
const leaveBehind = (client: pg.PoolClient) => {
  sendTogether(client)
  client.query('commit').catch(() => undefined)
}

/** What a transaction had taken when it failed: statements sent, and the time since it began. */
export type Taken = { statements: number; ms: number }
const takenBy = new WeakMap<object, Taken>()
/** What the transaction that threw this had taken. Out: undefined when none did. */
export const takenUntil = (error: unknown): Taken | undefined =>
  typeof error === 'object' && error !== null ? takenBy.get(error) : undefined

/** Errors after `commit` was sent: whether the transaction was committed is unknown, so it is never repeated. */
const uncertain = new WeakSet<object>()
const collided = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** A slow database is not asked again: what stayed unanswered may still be running. */
const isWorthRetrying = (error: unknown) => {
  if (!(error instanceof Error) || uncertain.has(error)) return false
  return collided.has(codeOf(error)) || (isConnectionError(error) && !isUnanswered(error) && takenBy.has(error))
}
const maxTries = 4
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const through = (url: string, pooler: string): string => {
  const address = new URL(url)
  address.host = pooler
  return address.toString()
}

/**
 * Opens the pool the server works with. In: the serving login's address, how many connections to hold at most, and
 * `host:port` of a pooler in transaction mode that stands before the database, if one does: there a statement prepared
 * under a name may be unknown to the next connection, so none is (docs/decisions/0033).
 */
export const openDatabase = (url: string, size: number, onError: (error: Error) => void, pooler = ''): Database => {
  const pool = openConnections(
    {
      connectionString: pooler === '' ? url : through(url, pooler),
      max: size,
      pipeline: true,
      types,
      query_timeout: queryTimeoutMs,
      idleTimeoutMillis: 60_000,
      application_name: 'atrium',
    },
    onError,
  )

  type Work<T> = (db: Db, client: pg.PoolClient) => Promise<T>
  const attempt = async <T>(sight: Sight, mode: Mode, work: Work<T>): Promise<T> => {
    const begin = opening(sight, mode)
    const client = await pool.connect()
    sendTogether(client)
    const began = performance.now()
    let statements = 0
    let isOver = false
    const onSend = () => {
      // Of several asked at once one has failed, or was not waited for: the connection is somebody else's by now.
      if (isOver) throw new Error('the transaction is over')
      statements += 1
    }
    let isCommitting = false
    let broken: Error | boolean = false
    try {
      // Not awaited: the opening travels in front of the first statement instead of costing a round trip.
      const opened = client.query(begin)
      opened.catch(() => undefined)
      const result = await work(boundTo(client, pooler === '', onSend), client)
      isOver = true
      if (mode === reading) {
        leaveBehind(client)
        return result
      }
      isCommitting = true
      const { command } = await client.query('commit')
      await opened
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
      return result
    } catch (error) {
      if (error instanceof Error) {
        takenBy.set(error, { statements, ms: Math.round(performance.now() - began) })
        if (isCommitting) uncertain.add(error)
      }
      isOver = true
      if (isUnanswered(error)) pool.renew(client)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const within =
    (mode: Mode) =>
    async <T>(sight: Sight, work: Work<T>): Promise<T> => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(sight, mode, work)
        } catch (error) {
          if (tries === maxTries || !isWorthRetrying(error)) throw error
          await pause(Math.random() * 20 * 2 ** tries)
        }
      }
    }
  const transact = within('begin')
  return {
    transact,
    read: within(reading),
    statement: ({ text, values }) => transact({ reach: 'platform' }, (_, client) => client.query(text, values)),
    isBusy: pool.isBusy,
    waiting: pool.waiting,
    close: pool.close,
  }
}
