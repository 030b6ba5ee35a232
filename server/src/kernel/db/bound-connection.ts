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

// Reading a generic plan is right for look-ups by key and wrong for text search, whose best index hangs on the text
// (stack notes: 4 ms became 150 ms); so searches stay unnamed. So does what is asked of a list of ids: one role is worn by
// two people and another by everybody, and the plan for the one takes seconds for the other.
const searches = /\bi?like\b|@>|&&|= any\(\$\d+::uuid\[\]\)/
const names = new Map<string, string>()
const maxNames = 500
const nameFor = (sql: string): string | undefined => {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= maxNames || searches.test(sql)) return undefined
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

/** How long a statement may stay unanswered: longer than `statement_timeout`, after which a living server has answered. */
export const queryTimeoutMs = 6000

class BoundConnection implements DatabaseConnection {
  queryTimeoutMs = queryTimeoutMs
  readonly #client: PoolClient
  readonly #named: boolean
  readonly #onSend: () => void
  constructor(client: PoolClient, named: boolean, onSend: () => void) {
    this.#client = client
    this.#named = named
    this.#onSend = onSend
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#named && nameFor(sql)
    this.#onSend()
    const query = { text: sql, values: [...parameters], ...(name && { name }), query_timeout: this.queryTimeoutMs }
    const { rows, rowCount } = await this.#client.query(query)
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
const unbound = new Kysely<DB>({ dialect }).getExecutor()
const connections = new WeakMap<Kysely<DB>, BoundConnection>()

/**
 * The typed query builder on one connection. Unlike Kysely's own, it does not wait for one statement before sending
 * the next, so independent statements of a handler travel together (pg's pipeline mode). In: whether statements may be
 * prepared under names that this connection knows again, and what to do whenever one is sent.
 */
export const boundTo = (client: PoolClient, named: boolean, onSend: () => void): Kysely<DB> => {
  const connection = new BoundConnection(client, named, onSend)
  const db = new Kysely<DB>({
    ...skeleton,
    executor: unbound.withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
  connections.set(db, connection)
  return db
}

/**
 * Lets the statements of the rest of this transaction take that many minutes instead of five seconds each.
 * @throws Error when `db` is no transaction's
 */
export const allowMinutes = async (db: Kysely<DB>, minutes: number): Promise<void> => {
  const connection = connections.get(db)
  if (!connection) throw new Error('only a transaction can be given more time')
  connection.queryTimeoutMs = minutes * 60_000 + queryTimeoutMs
  await sql`select set_config('statement_timeout', ${`${minutes}min`}, true)`.execute(db)
}
