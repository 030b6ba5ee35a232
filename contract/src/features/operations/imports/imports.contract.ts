import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { created, idParams, listQuery, listSchema, moment, nothing } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { sheetFieldKinds } from '../../../kernel/sheet.ts'
import { excelModes } from '../excels/excels.contract.ts'

/** Largest file of an import, and most rows of one that are checked and written by the endpoints of their entity. */
export const maxImportBytes = 20 * 1024 * 1024
export const maxImportedRows = 2000
/** Most rows of a file whose entity writes them in batches, and most that are imported whole or not at all. */
export const maxBatchedRows = 200_000
export const maxAtomicRows = 10_000
/** Most columns that are read of a row of titles, most rows that may be that, and most sheets that are offered. */
export const maxImportedColumns = 200
export const maxHeaderRows = 5
export const maxOfferedSheets = 20

/** What a row would do; `refused`: nothing. */
export const verdicts = ['new', 'changed', 'same', 'refused'] as const
export type Verdict = (typeof verdicts)[number]
/** What has become of a row; empty: nothing yet. `kept`: it was not taken back. */
export const outcomes = ['', 'done', 'failed', 'undone', 'kept'] as const
export type Outcome = (typeof outcomes)[number]

/** Uploaded → checked → applied → undone. `notChecked` and `stopped`: the run has failed or was cancelled. */
export const importStates = [
  'uploaded',
  'checking',
  'notChecked',
  'checked',
  'applying',
  'stopped',
  'applied',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** How a column found its field; `hand`: the caller chose it, or chose none. */
export const matches = ['title', 'template', 'similar', 'hand', 'none'] as const
export type Match = (typeof matches)[number]

const sheetHead = z.object({
  name: z.string(),
  /** Number of the row that holds the titles. */
  header: z.int(),
  /** The first rows with content; any of them but the last may hold the titles. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  columns: z.array(z.object({ title: z.string(), sample: z.string() })),
})
export type SheetHead = z.output<typeof sheetHead>
const mappedColumn = z.object({ column: z.int(), field: z.string(), match: z.enum(matches) })
export type MappedColumn = z.output<typeof mappedColumn>

const counts = z.object({
  total: z.int(),
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
})
export type ImportCounts = z.output<typeof counts>

export const importDetails = z.object({
  id: z.string(),
  excelId: z.string(),
  excelName: productText(),
  entity: z.string(),
  /** What users call the rows. */
  entityTitle: productText(),
  /** What to know of added rows; empty if there is nothing. */
  afterImport: productText(),
  file: z.object({ name: z.string(), size: z.number() }),
  /** Visible sheets with their titles, and the value below each. */
  sheets: z.array(sheetHead),
  /** Place of the chosen sheet among them. */
  sheet: z.int(),
  mapping: z.array(mappedColumn),
  /** What a column may be, as far as the caller may change it. */
  fields: z.array(
    z.object({ field: z.string(), title: productText(), kind: z.enum(sheetFieldKinds), required: z.boolean() }),
  ),
  /** Sets of fields that find a row. */
  keySets: z.array(z.array(z.string())),
  mode: z.enum(excelModes),
  keys: z.array(z.string()),
  /** All rows are imported, or none. */
  atomic: z.boolean(),
  /** Rises with each change of the mapping. */
  revision: z.int(),
  state: z.enum(importStates),
  /** Why the last run has ended before its work was done, for people; empty otherwise. */
  problem: productSentence(),
  /** Of the last check of this revision. */
  counts: z.nullable(counts),
  /** What that check has noticed of the file, for people: hidden rows, merged cells. */
  notes: z.array(productSentence()),
  checkRun: z.nullable(z.string()),
  applyRun: z.nullable(z.string()),
  /** The run that takes it back, or has done so. */
  undoRun: z.nullable(z.string()),
  createTime: moment,
})
export type ImportDetails = z.output<typeof importDetails>

const importSummary = z.pick(importDetails, {
  id: true,
  excelName: true,
  entity: true,
  entityTitle: true,
  file: true,
  state: true,
  counts: true,
  createTime: true,
})
export type ImportSummary = z.output<typeof importSummary>

export const importMapping = z.object({
  sheet: z.int().check(z.gte(0), z.lte(maxOfferedSheets)),
  /** Number of the row that holds the titles; absent: as proposed. */
  header: z.optional(z.int().check(z.gte(1))),
  columns: z
    .array(
      z.object({
        column: z.int().check(z.gte(0), z.lte(maxImportedColumns)),
        field: z.string().check(z.regex(/^([A-Za-z]{1,40}|custom\.[A-Za-z0-9_]{1,32})$/, '请选择字段')),
      }),
    )
    .check(z.minLength(1, '至少需要一列'), z.maxLength(maxImportedColumns)),
  mode: z.enum(excelModes, '请选择导入方式'),
  keys: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(5)),
  atomic: z.boolean(),
  /** The revision that the caller has seen. */
  revision: z.int().check(z.gte(1)),
})
export type ImportMapping = z.output<typeof importMapping>

const problem = z.object({
  /** Empty: the row as a whole. */
  field: z.string(),
  title: productText(),
  /** What stands in the cell. */
  value: z.string(),
  msg: productSentence(),
})
export type RowProblem = z.output<typeof problem>
const change = z.object({ field: z.string(), title: productText(), before: z.string(), after: z.string() })
export type RowChange = z.output<typeof change>
export const importRow = z.object({
  /** Its number in the sheet. */
  row: z.int(),
  name: z.string(),
  verdict: z.enum(verdicts),
  problems: z.array(problem),
  changes: z.array(change),
  outcome: z.enum(outcomes),
  /** Why it failed, or was not taken back. */
  note: productSentence(),
})
export type ImportRow = z.output<typeof importRow>

const path = '/api/sys/imports'
const run = permitted('run')
const own = { access: run, reach: 'company', params: idParams } as const
const rowsQuery = listQuery({
  sortable: [],
  filters: { verdict: z.enum(verdicts), outcome: z.enum(['done', 'failed', 'undone', 'kept']) },
})
export type ImportRowsQuery = z.output<typeof rowsQuery>
const importsQuery = listQuery({ sortable: [], filters: { entity: z.string().check(z.maxLength(40)) } })
export type ImportsQuery = z.output<typeof importsQuery>

/** The caller's imports: no one else sees them. */
export const importsContract = defineContract('sysExcels', {
  uploadImport: {
    method: 'POST',
    path: '/api/sys/excels/:id/import/v1',
    summary: 'Upload a filled workbook of a template, and propose which column is which field',
    access: run,
    // Reading a file takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    spooled: true,
    maxBytes: maxImportBytes,
    audit: { event: 'import.uploaded' },
    params: idParams,
    body: z.object({}),
    reply: created,
  },
  imports: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the caller’s imports of the last thirty days, newest first',
    access: run,
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: importsQuery,
    reply: listSchema(importSummary),
  },
  import: {
    ...own,
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read an import with its columns, and the counts of its last check',
    reply: importDetails,
  },
  mapImport: {
    ...own,
    method: 'PUT',
    path: `${path}/:id/v1`,
    summary: 'Choose the sheet, which column is which field, and how rows are found; the file is to be checked again',
    audit: { event: 'import.mapped' },
    body: importMapping,
    reply: z.object({ revision: z.int() }),
  },
  checkImport: {
    ...own,
    method: 'POST',
    path: `${path}/:id/check/v1`,
    summary: 'Start a run that says what each row would do, and writes nothing',
    audit: { event: 'import.checked' },
    body: z.object({ revision: z.int().check(z.gte(1)) }),
    reply: created,
  },
  importRows: {
    ...own,
    method: 'GET',
    path: `${path}/:id/rows/v1`,
    summary: 'List the rows of a checked import with their problems or changed fields',
    wire: 'list',
    namesUsers: { unscoped: 'rows of the caller’s own file, and of data that they may change' },
    query: rowsQuery,
    reply: listSchema(importRow),
  },
  applyImport: {
    ...own,
    method: 'POST',
    path: `${path}/:id/apply/v1`,
    summary: 'Start a run that imports the rows, if its check is the one that the caller has seen',
    audit: { event: 'import.applied' },
    body: z.object({ revision: z.int().check(z.gte(1)), counts }),
    reply: created,
  },
  removeImport: {
    ...own,
    method: 'DELETE',
    path: `${path}/:id/v1`,
    summary: 'Delete an import with its file; what it has imported stays, and can no longer be taken back',
    audit: { event: 'import.removed' },
    reply: nothing,
  },
})
