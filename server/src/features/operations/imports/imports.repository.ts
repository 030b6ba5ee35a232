import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type {
  ImportCounts,
  ImportRow,
  ImportRowsQuery,
  ImportState,
  ImportsQuery,
  MappedColumn,
  Outcome,
  Verdict,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { sql } from 'kysely'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { FieldValues } from '../../../kernel/sheets/imported-rows.ts'
import type { OfferedSheet } from './reading/open-import.ts'

export type ImportKey = { companyId: string; id: string }
export type StoredImport = {
  id: string
  userId: string
  excelId: string
  excelName: string
  entity: string
  fileId: string
  fileName: string
  size: number
  sha256: string
  sheets: OfferedSheet[]
  sheet: number
  mapping: MappedColumn[]
  mode: ExcelMode
  keys: string[]
  atomic: boolean
  revision: number
  counts: ImportCounts | null
  notes: string[]
  checkRun: string | null
  applyRun: string | null
  undoRun: string | null
  state: ImportState
  /** Why the last run has failed, if that was a refusal. */
  problem: string
  createTime: string
}
export type NewImport = Pick<
  StoredImport,
  'userId' | 'excelId' | 'excelName' | 'entity' | 'fileId' | 'sheets' | 'sheet' | 'mapping' | 'mode' | 'keys'
>
/** A row as it is stored; what is shown of it, and what writes it. */
export type StoredRowOfImport = {
  row: number
  position: number
  name: string
  verdict: Verdict
  write: { values: Record<string, unknown>; names: Record<string, readonly string[]> }
  entityId: string | null
  versionBefore: number | null
  versionAfter: number | null
  before: FieldValues | null
  changes: ImportRow['changes'] | NewValues
  problems: ImportRow['problems']
}
/** Values of a new row by field, where their titles are not stored beside them. */
export type NewValues = Readonly<Record<string, string>>
type ListedRow = Omit<ImportRow, 'changes'> & Pick<StoredRowOfImport, 'changes'>
/** What has become of a row. */
export type RowOutcome = {
  row: number
  outcome: Outcome
  note: string
  /** What is left out stays. */
  entityId?: string | null
  versionAfter?: number | null
  before?: FieldValues | null
}

/** What a check of a revision has counted and noticed. */
type CheckResult = { counts: ImportCounts; notes: readonly string[]; revision: number }

/** Above the position of every row. */
export const beyondLast = 2 ** 31 - 1

/** One value of each row for an array of a statement. */
const jsonTexts = <Row>(rows: readonly Row[], of: (row: Row) => unknown) =>
  rows.map((row) => {
    const value = of(row) ?? null
    return value === null ? null : JSON.stringify(value)
  })

/** Imports are deleted a month after their upload, and their rows with them. */
export const importsRetention = `delete from imports where created_at < now() - interval '30 days'`

const openStates = sql`('queued', 'running', 'paused')`
/** Derived from the runs, so that no copy can disagree with them. */
const state = sql<ImportState>`case
  when undo.state in ${openStates} then 'undoing'
  when apply.state = 'undone' then 'undone'
  when apply.state in ${openStates} then 'applying'
  when apply.state = 'done' then 'applied'
  when apply.state is not null then 'stopped'
  when checking.state in ${openStates} then 'checking'
  when checking.state = 'done' and counts is not null then 'checked'
  when checking.state in ('failed', 'cancelled') then 'notChecked'
  else 'uploaded' end`

const imports = (db: Db, companyId: string) =>
  db
    .selectFrom('imports')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'imports.company_id').onRef('files.id', '=', 'imports.file_id'),
    )
    .leftJoin('job_runs as checking', (join) =>
      join.onRef('checking.company_id', '=', 'imports.company_id').onRef('checking.id', '=', 'imports.check_run'),
    )
    .leftJoin('job_runs as apply', (join) =>
      join.onRef('apply.company_id', '=', 'imports.company_id').onRef('apply.id', '=', 'imports.apply_run'),
    )
    .leftJoin('job_runs as undo', (join) =>
      join
        .onRef('undo.company_id', '=', 'imports.company_id')
        .onRef('undo.undo_of', '=', 'imports.apply_run')
        .on('undo.state', 'not in', ['failed', 'cancelled']),
    )
    .where('imports.company_id', '=', companyId)
const shown = (rows: ReturnType<typeof imports>) =>
  rows
    .select(['imports.id', 'imports.user_id as userId', 'imports.excel_id as excelId'])
    .select(['imports.excel_name as excelName', 'imports.entity'])
    .select(['imports.file_id as fileId', 'files.name as fileName', 'files.size', 'files.sha256'])
    .select(['imports.sheets', 'imports.sheet', 'imports.mapping', 'imports.mode', 'imports.keys', 'imports.atomic'])
    .select(['imports.revision', 'imports.counts', 'imports.notes', 'imports.check_run as checkRun'])
    .select(['imports.apply_run as applyRun', 'undo.id as undoRun'])
    .select(['imports.created_at as createTime', state.as('state')])
    .select(
      sql<string>`coalesce(
        case when apply.id is not null then case when apply.refused then apply.problem end
          when checking.refused then checking.problem end, '')`.as('problem'),
    )
    .$castTo<StoredImport>()

const selectRows = (db: Db, { companyId, id }: ImportKey) =>
  db.selectFrom('import_rows').where('company_id', '=', companyId).where('import_id', '=', id)
const pendingRows = (db: Db, key: ImportKey) =>
  selectRows(db, key).where('verdict', 'in', ['new', 'changed']).where('outcome', '=', '')

/** Uploaded workbooks, and their rows. */
export const importsRepository = {
  list: (db: Db, { companyId, userId }: { companyId: string; userId: string }, query: ImportsQuery) => {
    let found = imports(db, companyId).where('imports.user_id', '=', userId)
    if (query['f.entity'] !== undefined) found = found.where('imports.entity', '=', query['f.entity'])
    if (query.search) found = found.where('files.name', 'ilike', likePattern(query.search))
    return fetchPage(db, query, shown(found).orderBy('imports.created_at', 'desc').orderBy('imports.id'), found)
  },

  find: (db: Db, { companyId, id }: ImportKey): Promise<StoredImport | undefined> =>
    shown(imports(db, companyId)).where('imports.id', '=', id).executeTakeFirst(),
  /** Locks an import until the transaction ends. */
  hold: async (db: Db, key: ImportKey): Promise<StoredImport | undefined> => {
    const held = await db
      .selectFrom('imports')
      .where('company_id', '=', key.companyId)
      .where('id', '=', key.id)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    return held && importsRepository.find(db, key)
  },
  /** The import that a run applies. */
  ofRun: (db: Db, companyId: string, runId: string): Promise<StoredImport | undefined> =>
    shown(imports(db, companyId)).where('imports.apply_run', '=', runId).executeTakeFirst(),

  insert: (db: Db, { companyId, id }: ImportKey, { sheets, mapping, ...row }: NewImport) =>
    db
      .insertInto('imports')
      .values({
        company_id: companyId,
        id,
        user_id: row.userId,
        entity: row.entity,
        file_id: row.fileId,
        excel_id: row.excelId,
        excel_name: row.excelName,
        sheets: JSON.stringify(sheets),
        sheet: row.sheet,
        mapping: JSON.stringify(mapping),
        mode: row.mode,
        keys: row.keys,
      })
      .execute(),
  /** Changes how the file is read: its rows are unknown again. */
  async map(
    db: Db,
    { companyId, id }: ImportKey,
    { sheets, mapping, ...chosen }: Pick<StoredImport, 'sheets' | 'sheet' | 'mapping' | 'mode' | 'keys' | 'atomic'>,
  ) {
    await db.deleteFrom('import_rows').where('company_id', '=', companyId).where('import_id', '=', id).execute()
    await db
      .updateTable('imports')
      .set({ ...chosen, sheets: JSON.stringify(sheets), mapping: JSON.stringify(mapping) })
      .set({ counts: null, notes: [], check_run: null })
      .set({ revision: sql<number>`revision + 1` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  },
  setRun: (db: Db, { companyId, id }: ImportKey, run: { check_run: string; counts: null } | { apply_run: string }) =>
    db.updateTable('imports').set(run).where('company_id', '=', companyId).where('id', '=', id).execute(),
  remove: (db: Db, { companyId, id }: ImportKey) =>
    db.deleteFrom('imports').where('company_id', '=', companyId).where('id', '=', id).execute(),

  /**
   * What a check has counted and noticed.
   * @returns whether it is of the present mapping
   */
  async setResult(db: Db, { companyId, id }: ImportKey, { counts, notes, revision }: CheckResult): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('imports')
      .set({ counts: JSON.stringify(counts), notes: [...notes] })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  clearRows: (db: Db, { companyId, id }: ImportKey) =>
    db.deleteFrom('import_rows').where('company_id', '=', companyId).where('import_id', '=', id).execute(),
  /** Arrays rather than one JSON text, which takes PostgreSQL three times as long to take apart. */
  addRows: (db: Db, { companyId, id }: ImportKey, rows: readonly StoredRowOfImport[]) => {
    const json = (of: (row: StoredRowOfImport) => unknown) => jsonTexts(rows, of)
    return sql`insert into import_rows (company_id, import_id, row_number, position, name, verdict, write, entity_id,
        version_before, before, changes, problems)
      select ${companyId}::uuid, ${id}::uuid, of_file.* from unnest(${rows.map(({ row }) => row)}::int[],
        ${rows.map(({ position }) => position)}::int[], ${rows.map(({ name }) => name)}::text[],
        ${rows.map(({ verdict }) => verdict)}::text[], ${json(({ write }) => write)}::jsonb[],
        ${rows.map(({ entityId }) => entityId)}::uuid[], ${rows.map(({ versionBefore }) => versionBefore)}::int[],
        ${json(({ before }) => before)}::jsonb[], ${json(({ changes }) => changes)}::jsonb[],
        ${json(({ problems }) => problems)}::jsonb[]) as of_file`.execute(db)
  },

  async rows(db: Db, key: ImportKey, query: ImportRowsQuery) {
    let found = selectRows(db, key)
    if (query['f.verdict'] !== undefined) found = found.where('verdict', '=', query['f.verdict'])
    if (query['f.outcome'] !== undefined) found = found.where('outcome', '=', query['f.outcome'])
    if (query.search) found = found.where('name', 'ilike', likePattern(query.search))
    const shownRows = found
      .select(['row_number as row', 'name', 'verdict', 'problems', 'changes', 'outcome', 'note'])
      .orderBy('row_number')
      .$castTo<ListedRow>()
    return fetchPage(db, query, shownRows, found)
  },
  /** Rows that change something and have no outcome yet, in the order in which they are to be written. */
  pending: (db: Db, key: ImportKey, after: number, most: number): Promise<StoredRowOfImport[]> =>
    pendingRows(db, key)
      .where('position', '>', after)
      .select(['row_number as row', 'position', 'name', 'verdict', 'write', 'entity_id as entityId'])
      .select(['version_before as versionBefore', 'version_after as versionAfter', 'before', 'changes', 'problems'])
      .orderBy('position')
      .limit(most)
      .$castTo<StoredRowOfImport>()
      .execute(),
  /** Rows before this position that were written, the last ones first. */
  written: (db: Db, key: ImportKey, before: number, most: number): Promise<StoredRowOfImport[]> =>
    selectRows(db, key)
      .where('outcome', '=', 'done')
      .where('position', '<', before)
      .select(['row_number as row', 'position', 'name', 'verdict', 'write', 'entity_id as entityId'])
      .select(['version_before as versionBefore', 'version_after as versionAfter', 'before', 'changes', 'problems'])
      .orderBy('position', 'desc')
      .limit(most)
      .$castTo<StoredRowOfImport>()
      .execute(),
  retryKept: (db: Db, { companyId, id }: ImportKey) =>
    sql`update import_rows set outcome = 'done', note = ''
      where company_id = ${companyId} and import_id = ${id} and outcome = 'kept'`.execute(db),
  countPending: async (db: Db, key: ImportKey): Promise<number> =>
    (await pendingRows(db, key).select(sql<number>`count(*)::int`.as('rows')).executeTakeFirst())?.rows ?? 0,
  /** Rows with problems, or that could not be written, in the order of the sheet. */
  troubled: (db: Db, key: ImportKey): Promise<Pick<ImportRow, 'row' | 'problems' | 'note'>[]> =>
    selectRows(db, key)
      .where((eb) => eb.or([eb('verdict', '=', 'refused'), eb('outcome', '=', 'failed')]))
      .select(['row_number as row', 'problems', 'note'])
      .orderBy('row_number')
      .$castTo<Pick<ImportRow, 'row' | 'problems' | 'note'>>()
      .execute(),

  async setOutcomes(db: Db, { companyId, id }: ImportKey, rows: readonly RowOutcome[]) {
    if (rows.length === 0) return
    // What was written needs no values any more: it stays a narrow row, without what people have typed.
    await sql`update import_rows set outcome = done.outcome, note = done.note,
        write = case when done.outcome = 'done' then '{}' else write end,
        entity_id = coalesce(done.entity_id, import_rows.entity_id),
        version_after = coalesce(done.version_after, import_rows.version_after),
        before = coalesce(done.before, import_rows.before)
      from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ outcome }) => outcome)}::text[],
          ${rows.map(({ note }) => note)}::text[], ${rows.map(({ entityId }) => entityId ?? null)}::uuid[],
          ${rows.map(({ versionAfter }) => versionAfter ?? null)}::int[], ${jsonTexts(rows, ({ before }) => before)}::jsonb[])
        as done ("row", outcome, note, entity_id, version_after, before)
      where company_id = ${companyId}::uuid and import_id = ${id}::uuid and row_number = done."row"`.execute(db)
  },
}
