import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { asOwner } from './as-owner.ts'

type Value = string | number | boolean | Date | Buffer | null
/** Values by column. */
export type Row = Readonly<Record<string, Value>>
export type Load = {
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /**
   * Writes rows by COPY while they are generated. All rows have the columns of the first. The table must force row
   * security.
   */
  copy(table: string, rows: Iterable<Row>): Promise<void>
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const toCopyText = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return String(value)
}
function* iterate(rows: Iterable<Row>) {
  yield* rows
}
const chunkBytes = 65_536
/** Rows in COPY's text format, in chunks worth sending. */
function* copyChunks(columns: readonly string[], first: Row, others: Iterable<Row>) {
  const asLine = (row: Row) => `${columns.map((column) => toCopyText(row[column] ?? null)).join('\t')}\n`
  let piece = asLine(first)
  for (const row of others) {
    piece += asLine(row)
    if (piece.length < chunkBytes) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Cancels the current statement of a connection; its caller gets an error. */
const cancel = (ownerUrl: string, process: number) =>
  asOwner(ownerUrl, (other) => other.query('select pg_cancel_backend($1)', [process]))

const createLoad = (client: pg.Client, stop: AbortSignal): Load => ({
  async sql(text, values) {
    stop.throwIfAborted()
    return (await client.query(text, values)).rows
  },
  async copy(table, rows) {
    stop.throwIfAborted()
    const all = iterate(rows)
    const first = all.next()
    if (first.done) return
    const columns = Object.keys(first.value)
    // PostgreSQL refuses COPY for a role under row security even if its policies admit every row. The exemption is
    // limited to this transaction, whose lock hides it from other sessions.
    await client.query(`alter table ${table} no force row level security`)
    const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(copyChunks(columns, first.value, all)), into)
    await client.query(`alter table ${table} force row level security`)
  },
})

/**
 * Loads data in one transaction, all or nothing, then updates planner statistics. Takes the owner's address, a signal
 * that cancels, the work, and the only table it writes, if there is one.
 * @throws what the work throws, and the signal's reason if cancelled
 */
export const bulkLoad = <T>(
  ownerUrl: string,
  stop: AbortSignal,
  work: (load: Load) => Promise<T>,
  table = '',
): Promise<T> => {
  const runLoad = async (client: pg.Client) => {
    const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
    const onStop = () => void cancel(ownerUrl, rows[0]?.process ?? 0).catch(() => undefined)
    stop.addEventListener('abort', onStop)
    try {
      await client.query('begin')
      const result = await work(createLoad(client, stop))
      stop.throwIfAborted()
      await client.query('commit')
      // The first reader should not pay for what was just written.
      await client.query(`vacuum analyze ${table}`)
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      stop.throwIfAborted()
      throw error
    } finally {
      stop.removeEventListener('abort', onStop)
    }
  }
  return asOwner(ownerUrl, runLoad, { application_name: 'atrium bulk load' })
}
