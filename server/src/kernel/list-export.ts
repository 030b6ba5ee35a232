import { exportErrors, maxExported } from '@atrium/contract/kernel/max-exported.ts'
import { byteOrderMark, csvLine } from './csv-text.ts'
import type { Database, Db, Sight } from './db/database.ts'
import { maskedContacts } from './masked.ts'
import { type Actor, AppError, type LooseScope } from './scope.ts'
import { clockOn } from './wall-clock.ts'

const rowsInBatch = 500

/** The cells of a row, by the titles of their columns; `clock` says a moment as whoever exports reads it. */
export type Columns<Row> = Readonly<Record<string, (row: Row, clock: (at: string | null) => string) => string>>

/**
 * A CSV file in batches by key: memory holds one batch, whatever the length. In: the cells, and how the batch behind a row
 * is read, so many rows at most.
 */
export async function* csvFile<Row>(
  head: readonly string[],
  cellsOf: (row: Row) => string[],
  batch: (behind: Row | undefined, size: number) => Promise<Row[]>,
  size = rowsInBatch,
) {
  yield byteOrderMark + csvLine(head)
  let last: Row | undefined
  for (;;) {
    const rows = await batch(last, size)
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    last = rows.at(-1)
    if (rows.length < size) return
  }
}

type ListExport<Row> = {
  sight: Sight
  /** What the file is of, in the log. */
  of: string
  narrowing: Readonly<Record<string, unknown>>
  count: (db: Db, most: number) => Promise<number>
  /** Rows behind an id, in the order of their ids. */
  batch: (db: Db, behind: string | undefined, size: number) => Promise<Row[]>
  columns: Columns<Row>
  /** The fields behind columns that can be kept from somebody: `users.phone`. What is masked, these cells mask for everybody. */
  fields?: Readonly<Record<string, string>>
}

/**
 * What a list finds, as a CSV file; the log is told what was asked for and how much it was. Each batch is a short transaction:
 * the file may take minutes, no connection is held for it. Throws `tooManyExported`.
 */
export const exportList = async <Row extends { id: string }>(
  database: Database,
  { actor, origin, note }: LooseScope<Actor>,
  { sight, of, narrowing, count, batch, columns, fields = {} }: ListExport<Row>,
) => {
  const rows = await database.transact(sight, (db) => count(db, maxExported + 1))
  if (rows > maxExported) throw new AppError(exportErrors.tooManyExported)
  // A list may have been searched by a phone or mail address.
  const asked = Object.entries(narrowing).map(([name, value]) => [
    name.replace(/^f\./, ''),
    typeof value === 'string' ? maskedContacts(value) : value,
  ])
  note({ entityName: of, after: { ...Object.fromEntries(asked), rows } })
  const clock = clockOn(origin.timeZone)
  const told = Object.entries(columns).filter(([title]) => actor.restricted?.[fields[title] ?? ''] !== 'hide')
  return {
    bytes: csvFile<Row>(
      told.map(([title]) => title),
      (row) => told.map(([, cell]) => cell(row, clock)),
      (behind, size) => database.transact(sight, (db) => batch(db, behind?.id, size)),
    ),
    type: 'text/csv; charset=utf-8',
  }
}
