import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from './tables.gen.ts'

// Statements matching this pattern are not prepared. A generic plan suits look-ups by key, but not text search, whose
// best index depends on the text (4 ms became 150 ms), nor lists of ids: a role may be assigned to two users or to all,
// and the plan for one takes seconds for the other. Nor values of custom fields and tags, which a few rows
// may have, or most.
const unpreparedPattern =
  /\bi?like\b|@>|&&|= any\(\$\d+::uuid\[\]\)|\bselect row_id from (?:custom_values|tagged_rows)\b/
const statementNames = new Map<string, string>()
const maxNames = 500
const findStatementName = (sql: string): string | undefined => {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= maxNames || unpreparedPattern.test(sql)) return undefined
  const name = `s${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

/** That an audit row was written, for work that follows it. */
export type AuditedEvent = { companyId: string; event: string; ok: boolean; after?: unknown }

/** Time limit per statement, in ms: above `statement_timeout`, after which a live server has answered. */
export const queryTimeoutMs = 6000

export type SendStatement = <T>(statement: string, send: () => Promise<T>) => Promise<T>
type Binding = {
  /** Identifies the database, for what is remembered of it. */
  database: object
  /** Whose rows the transaction reaches: a company's id or `platform`. */
  reach: string
  /** Whether statements may be prepared by name. */
  named: boolean
  /** Sends each statement: takes its text, and what sends it. */
  send: SendStatement
}

class BoundConnection implements DatabaseConnection {
  queryTimeoutMs = queryTimeoutMs
  readonly #client: PoolClient
  readonly #named: boolean
  readonly #send: SendStatement
  readonly reach: string
  readonly database: object
  hasPublished = false
  readonly audited: AuditedEvent[] = []
  constructor(client: PoolClient, { database, reach, named, send }: Binding) {
    this.database = database
    this.#client = client
    this.#named = named
    this.#send = send
    this.reach = reach
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#named && findStatementName(sql)
    const query = { text: sql, values: [...parameters], ...(name && { name }), query_timeout: this.queryTimeoutMs }
    const { rows, rowCount } = await this.#send(sql, () => this.#client.query(query))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }
  // biome-ignore lint/correctness/useYield: nothing streams through a request's transaction; exports open a cursor of their own
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('a request does not stream from its transaction')
  }
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
}
const skeleton = { config: { dialect }, dialect, driver: new DummyDriver() }
const unboundExecutor = new Kysely<DB>({ dialect }).getExecutor()
const connections = new WeakMap<object, BoundConnection>()

/**
 * Kysely on one connection. Unlike Kysely's own driver it sends the next statement without waiting, so that independent
 * statements of a handler are pipelined (pg's pipeline mode).
 */
export const bindKysely = (client: PoolClient, binding: Binding): Kysely<DB> => {
  const connection = new BoundConnection(client, binding)
  const db = new Kysely<DB>({
    ...skeleton,
    executor: unboundExecutor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
  connections.set(db, connection)
  return db
}

const getConnection = (db: Kysely<DB>): BoundConnection => {
  const connection = connections.get(db)
  if (!connection) throw new Error('not bound to a transaction')
  return connection
}

/**
 * Whose rows a transaction reaches: a company's id or `platform`.
 * @throws Error if `db` is not bound to a transaction
 */
export const getReach = (db: Kysely<DB>): string => getConnection(db).reach

/** Identifies the database of a transaction: a process may serve several. Undefined if `db` is not bound to one. */
export const getDatabaseKey = (db: object): object | undefined => connections.get(db)?.database

/** Remembers that a transaction published events, so that they are announced after its commit. */
export const markPublished = (db: Kysely<DB>): void => {
  getConnection(db).hasPublished = true
}
/** Whether the transaction published events. */
export const hasPublished = (db: Kysely<DB>): boolean => getConnection(db).hasPublished

/** Remembers audit rows of a transaction, so that they are announced after its commit. */
export const markAudited = (db: Kysely<DB>, written: AuditedEvent): void => void getConnection(db).audited.push(written)
/** The audit rows that the transaction has written. */
export const auditedIn = (db: Kysely<DB>): readonly AuditedEvent[] => getConnection(db).audited

/**
 * Raises the statement timeout from five seconds to that many minutes for the rest of the transaction.
 * @throws Error if `db` is not bound to a transaction
 */
export const extendTimeout = async (db: Kysely<DB>, minutes: number): Promise<void> => {
  getConnection(db).queryTimeoutMs = minutes * 60_000 + queryTimeoutMs
  await sql`select set_config('statement_timeout', ${`${minutes}min`}, true)`.execute(db)
}

/**
 * Lets the rest of the transaction wait that many minutes for locks, instead of three seconds: for work that takes turns.
 * @throws Error if `db` is not bound to a transaction
 */
export const waitForLocks = async (db: Kysely<DB>, minutes: number): Promise<void> => {
  await extendTimeout(db, minutes)
  await sql`select set_config('lock_timeout', ${`${minutes}min`}, true)`.execute(db)
}
