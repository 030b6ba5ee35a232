import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import { exportErrors, maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import type { ExportRequest } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database, DatabaseReach, Db } from '../db/database.ts'
import { maskedContacts } from '../masked.ts'
import { createPacer } from '../pacer.ts'
import { type Actor, AppError, type DetachedScope, refusalAt } from '../scope.ts'
import type { RowBatches } from '../workbooks/workbook.ts'
import { writeCsv } from '../workbooks/write-csv.ts'
import { workbookType, writeWorkbook } from '../workbooks/write-workbook.ts'
import { exportNotes, type FilterWords } from './export-notes.ts'
import { createClock } from './sheet-clock.ts'
import type { AddedCells, AddedColumn, ExportedColumns } from './sheet-columns.ts'
import { labelled, shownColumns, toColumn } from './sheet-columns.ts'
import type { SheetSource } from './sheet-source.ts'

const csvType = 'text/csv; charset=utf-8'

type Filter = Readonly<Record<string, unknown>>
/** An export: which rows, as what. */
export type Exported<Row> = {
  source: SheetSource<Row>
  reach: DatabaseReach
  /** Name of the exported rows in the audit log; by default what users call them. */
  entityName?: string
  /** The request's body. */
  request: ExportRequest & Filter
  /** Number of matching rows, at most `limit`. */
  count: (db: Db, limit: number) => Promise<number>
  /** Rows that follow a row, in an order of their own. */
  batch: (db: Db, after: Row | undefined, size: number) => Promise<Row[]>
  /** What stands for ids in the filter, by filter. */
  names?: (db: Db) => Promise<Readonly<Record<string, string | undefined>>>
  batchSize?: number
}

/** Items of dictionaries by group, as they apply in a company. */
export type ReadDictionaries = (
  companyId: string,
  groups: readonly string[],
) => Promise<ReadonlyMap<string, readonly { code: string; name: string }[]>>
type Ports = {
  database: Database
  words: FilterWords
  dictionaries: ReadDictionaries
  added: readonly ExportedColumns[]
}

/** Rows of entities to which columns are added have one. */
const idOf = (row: unknown): string => (row as { id?: string }).id ?? ''
type WithCells<Row> = Row & { readonly addedCells?: AddedCells | undefined }
/** A source with the columns that the caller's company has added to it. */
const withAdded = <Row>(source: SheetSource<Row>, added: readonly AddedColumn[]): SheetSource<WithCells<Row>> => {
  if (added.length === 0) return source
  const cell =
    (name: string) =>
    ({ addedCells = {} }: WithCells<Row>) =>
      addedCells[name] ?? null
  const fields = Object.fromEntries(added.map(({ name, field }) => [name, field]))
  const cells = Object.fromEntries(added.map(({ name }) => [name, cell(name)]))
  return {
    ...source,
    sheet: { ...source.sheet, fields: { ...source.sheet.fields, ...fields } },
    cells: { ...source.cells, ...cells },
  }
}

/** Rows as they are read, so that memory holds two batches; `onBatch` receives the number of each. */
async function* batches<Row>(
  read: (after: Row | undefined, size: number) => Promise<Row[]>,
  size: number,
  onBatch: (rows: number) => void,
) {
  const readAhead = (after: Row | undefined) => {
    const reading = read(after, size)
    // A reader that has stopped does not wait for it.
    reading.catch(() => undefined)
    return reading
  }
  let reading = readAhead(undefined)
  for (;;) {
    const rows = await reading
    onBatch(rows.length)
    const isLast = rows.length < size
    // The next batch is read while this one is written.
    if (!isLast) reading = readAhead(rows.at(-1))
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}

/** Rows that are mapped and written before the time is looked at. */
const sliceRows = 10

/** Rows as cells, in slices, so that requests beside are answered between them. */
async function* mapped<Row, Out>(of: AsyncIterable<Row[]>, map: (row: Row) => Out) {
  const pacer = createPacer()
  for await (const rows of of)
    for (let at = 0; at < rows.length; at += sliceRows) {
      yield rows.slice(at, at + sliceRows).map(map)
      // What writes a slice has done so when the next one is asked for.
      if (pacer.isDue()) await pacer.pause()
    }
}

const signs = { is: '', from: '≥ ', to: '≤ ' } as const
/** Conditions on custom fields, by the name of each: of several on one field, as of a range, all are named. */
const toCustomFilter = (conditions: readonly CustomCondition[]): [string, string][] =>
  [...Map.groupBy(conditions, ({ key }) => key)].map(([key, same]) => [
    `custom.${key}`,
    same.map(({ op, value }) => `${signs[op]}${maskedContacts(value)}`).join(' '),
  ])
/** The search may be a phone number or mail address. */
const toFilter = ({ ids: _ids, columns: _columns, format: _format, ...filter }: ExportRequest & Filter) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      name === 'f.custom' && Array.isArray(value)
        ? toCustomFilter(value)
        : [[name.replace(/^f\./, ''), typeof value === 'string' ? maskedContacts(value) : value]],
    ),
  )

/**
 * Creates the function that exports lists as .xlsx or CSV. It audits filter, columns and number of rows, and reads each
 * batch in a short transaction: the file may take minutes and holds no connection. It throws `noColumns`, and the
 * refusal of too many rows. Takes the words for filters, and the items of dictionaries.
 */
export const createSheetExporter =
  ({ database, words, dictionaries, added }: Ports) =>
  async <Row>(scope: DetachedScope<Actor>, of: Exported<Row>) => {
    const { reach, request, count, batch, batchSize = 500 } = of
    const { actor, origin } = scope
    const { entity } = of.source.sheet
    const own = await database.transact(reach, (db) =>
      Promise.all(added.map((columns) => columns.list({ db, actor }, entity))),
    )
    const source = withAdded(of.source, own.flat())
    const { sheet } = source
    const visible = shownColumns(source, actor.restricted, request.columns)
    const groups = [...new Set(visible.flatMap(({ dictionary }) => dictionary ?? []))]
    const items = groups.length === 0 ? new Map() : await dictionaries(actor.companyId, groups)
    const columns = visible.map((column) => labelled(column, items))
    if (columns.length === 0) throw refusalAt(exportErrors.noColumns, 'columns')
    const [total, names] = await database.transact(reach, async (db) => [
      await count(db, maxExportRows + 1),
      Object.assign(
        {},
        await of.names?.(db),
        ...(await Promise.all(added.map((columns) => columns.filterNames?.({ db, actor }, request)))),
      ) as Readonly<Record<string, string | undefined>>,
    ])
    if (total > maxExportRows) throw new AppError(exportErrors.tooManyExported)
    const asked = added.filter((_, at) => own[at]?.some(({ name }) => request.columns?.includes(name) ?? true))
    const filter = toFilter(request)
    scope.note({
      entityName: of.entityName ?? sheet.title,
      after: {
        ...filter,
        ...(request.ids && { ticked: request.ids.length }),
        ...(request.columns && { columns: columns.map(({ title }) => title) }),
        ...(request.format === 'xlsx' && { format: request.format }),
        rows: total,
      },
    })

    const clock = createClock(origin.timeZone)
    let written = 0
    const readBatch = async (db: Db, after: Row | undefined, size: number): Promise<WithCells<Row>[]> => {
      const rows = await batch(db, after, size)
      if (asked.length === 0 || rows.length === 0) return rows as WithCells<Row>[]
      const ids = rows.map(idOf)
      const cells = await Promise.all(asked.map((columns) => columns.cells({ db, actor }, entity, ids)))
      const cellsOf = (id: string): AddedCells => Object.assign({}, ...cells.map((byId) => byId.get(id)))
      return rows.map((row) => ({ ...row, addedCells: cellsOf(idOf(row)) }))
    }
    const read = batches<WithCells<Row>>(
      (after, size) => database.transact(reach, (db) => readBatch(db, after, size)),
      batchSize,
      (rows) => {
        written += rows
      },
    )
    const rows: RowBatches = mapped(read, (row: WithCells<Row>) => columns.map(({ cell }) => cell(row, clock)))
    if (request.format === 'csv')
      return {
        bytes: writeCsv(
          columns.map(({ title }) => t(title)),
          rows,
        ),
        type: csvType,
      }
    const about = { sheet, filter, names, ticked: request.ids?.length, written: () => written, at: new Date() }
    return {
      bytes: writeWorkbook([
        { name: t(sheet.title), columns: columns.map(toColumn), rows },
        exportNotes(scope, about, words),
      ]),
      type: workbookType,
    }
  }
export type ExportSheet = ReturnType<typeof createSheetExporter>
