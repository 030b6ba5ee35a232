import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { asOwner } from './as-owner.ts'

type Value = string | number | boolean | Date | Buffer | null
/** Columns and what stands in them. */
export type Row = Readonly<Record<string, Value>>
export type Load = {
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /**
   * Writes rows by COPY, as they are made: what is not written yet need not exist. All have the columns of the first. The
   * table forces row security.
   */
  copy(table: string, rows: Iterable<Row>): Promise<void>
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const asText = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return String(value)
}
function* oneByOne(rows: Iterable<Row>) {
  yield* rows
}
const enough = 65_536
/** The rows in COPY's text format, in pieces that are worth sending. */
function* inPieces(columns: readonly string[], first: Row, others: Iterable<Row>) {
  const asLine = (row: Row) => `${columns.map((column) => asText(row[column] ?? null)).join('\t')}\n`
  let piece = asLine(first)
  for (const row of others) {
    piece += asLine(row)
    if (piece.length < enough) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Ends what a connection is doing; whoever waits for it hears that it was cancelled. */
const cancel = (ownerUrl: string, process: number) =>
  asOwner(ownerUrl, (other) => other.query('select pg_cancel_backend($1)', [process]))

const loadBy = (client: pg.Client, stop: AbortSignal): Load => ({
  async sql(text, values) {
    stop.throwIfAborted()
    return (await client.query(text, values)).rows
  },
  async copy(table, rows) {
    stop.throwIfAborted()
    const all = oneByOne(rows)
    const first = all.next()
    if (first.done) return
    const columns = Object.keys(first.value)
    // PostgreSQL refuses COPY to a role under row security even if its policies admit every row. The exemption ends here,
    // and the lock of the transaction keeps it from every other session.
    await client.query(`alter table ${table} no force row level security`)
    const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(inPieces(columns, first.value, all)), into)
    await client.query(`alter table ${table} force row level security`)
  },
})

/**
 * Fills the database in one transaction: all of it stands afterwards, or nothing; then lets the planner know of it. In: the
 * owner's address, what stops it half-way, and the work. Throws what the work throws, and the signal's reason when it was stopped.
 */
export const bulkLoad = <T>(ownerUrl: string, stop: AbortSignal, work: (load: Load) => Promise<T>): Promise<T> => {
  const filled = async (client: pg.Client) => {
    const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
    const onStop = () => void cancel(ownerUrl, rows[0]?.process ?? 0).catch(() => undefined)
    stop.addEventListener('abort', onStop)
    try {
      await client.query('begin')
      const result = await work(loadBy(client, stop))
      stop.throwIfAborted()
      await client.query('commit')
      // Whoever reads first should not pay for what was written last.
      await client.query('vacuum analyze')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      stop.throwIfAborted()
      throw error
    } finally {
      stop.removeEventListener('abort', onStop)
    }
  }
  return asOwner(ownerUrl, filled, { application_name: 'atrium bulk load' })
}
