import { exportErrors, maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { byteOrderMark, csvLine } from './csv-text.ts'
import type { Database, DatabaseReach, Db } from './db/database.ts'
import { maskedContacts } from './masked.ts'
import { type Actor, AppError, type DetachedScope } from './scope.ts'
import { createTimeFormatter } from './wall-clock.ts'

const batchSize = 500

/** Cells by column title; `clock` formats a moment in the exporter's time zone. */
export type Columns<Row> = Readonly<Record<string, (row: Row, clock: (at: string | null) => string) => string>>

/**
 * A CSV file read in batches by key, so that memory holds one batch. In: the titles, a row's cells, and a function that
 * reads the batch after a row.
 */
export async function* csvFile<Row>(
  titles: readonly string[],
  cellsOf: (row: Row) => string[],
  batch: (after: Row | undefined, size: number) => Promise<Row[]>,
  size = batchSize,
) {
  yield byteOrderMark + csvLine(titles)
  let last: Row | undefined
  for (;;) {
    const rows = await batch(last, size)
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    last = rows.at(-1)
    if (rows.length < size) return
  }
}

type ListExport<Row> = {
  reach: DatabaseReach
  /** Name of the list in the audit log. */
  entityName: string
  filter: Readonly<Record<string, unknown>>
  count: (db: Db, limit: number) => Promise<number>
  /** Rows after an id, ordered by id. */
  batch: (db: Db, after: string | undefined, size: number) => Promise<Row[]>
  columns: Columns<Row>
  /** Restrictable fields by column title: `users.phone`. Cells of masked fields are masked for all users. */
  fields?: Readonly<Record<string, string>>
}

/**
 * Exports a list as a CSV file and audits its filter and row count. Each batch is a short transaction: the file may
 * take minutes and holds no connection. Throws `tooManyExported`.
 */
export const exportList = async <Row extends { id: string }>(
  database: Database,
  { actor, origin, note }: DetachedScope<Actor>,
  { reach, entityName, filter, count, batch, columns, fields = {} }: ListExport<Row>,
) => {
  const rows = await database.transact(reach, (db) => count(db, maxExportRows + 1))
  if (rows > maxExportRows) throw new AppError(exportErrors.tooManyExported)
  // The search may be a phone number or mail address.
  const loggedFilter = Object.entries(filter).map(([name, value]) => [
    name.replace(/^f\./, ''),
    typeof value === 'string' ? maskedContacts(value) : value,
  ])
  note({ entityName, after: { ...Object.fromEntries(loggedFilter), rows } })
  const clock = createTimeFormatter(origin.timeZone)
  const shownColumns = Object.entries(columns).filter(([title]) => actor.restricted?.[fields[title] ?? ''] !== 'hide')
  return {
    bytes: csvFile<Row>(
      shownColumns.map(([title]) => title),
      (row) => shownColumns.map(([, cell]) => cell(row, clock)),
      (after, size) => database.transact(reach, (db) => batch(db, after?.id, size)),
    ),
    type: 'text/csv; charset=utf-8',
  }
}
