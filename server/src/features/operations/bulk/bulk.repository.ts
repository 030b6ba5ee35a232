import type { BulkRow, BulkRowsQuery } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import type { BulkOutcome, BulkUndo, BulkVerdict } from '@atrium/contract/kernel/bulk.ts'
import { sql } from 'kysely'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db, FoundIds } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'

export type BulkRef = { companyId: string; id: string }
type NewBulk = BulkRef & { entity: string; operation: string; input: unknown; by: string }
export type StoredBulk = {
  id: string
  entity: string
  operation: string
  input: unknown
  total: number
  checkedAt: string | null
  impact: Record<string, number>
  checkRun: string | null
  runId: string | null
  createTime: string
}
/** A row of an operation on its way. */
export type PendingRow = { seq: number; id: string; version: number | null }
export type DoneRow = PendingRow & { before: unknown; versionAfter: number | null }

type Why = { code: number | null; reason: string }
export type JudgedRow = Why & { seq: number; name: string; version: number | null; verdict: BulkVerdict }
export type AppliedRow = Why & { seq: number; outcome: BulkOutcome; before: unknown; versionAfter: number | null }
export type UndoneRow = Why & { seq: number; undo: BulkUndo }

const updateBulk = (db: Db, { companyId, id }: BulkRef) =>
  db.updateTable('bulks').where('company_id', '=', companyId).where('id', '=', id)
const selectBulk = (db: Db, companyId: string) =>
  db
    .selectFrom('bulks')
    .where('company_id', '=', companyId)
    .select(['id', 'entity', 'operation', 'total', 'checked_at as checkedAt', 'check_run as checkRun'])
    .select(['run_id as runId', 'created_at as createTime', sql<unknown>`input`.as('input')])
    .select(sql<Record<string, number>>`impact`.as('impact'))
const selectRows = (db: Db, { companyId, id }: BulkRef) =>
  db.selectFrom('bulk_rows').where('company_id', '=', companyId).where('bulk_id', '=', id)
const json = (value: unknown) => JSON.stringify(value)
/** Rows by the word that a column has for them. */
type Tally<W extends string> = Readonly<Partial<Record<W, number>>>
type Tallies = { verdicts: Tally<BulkVerdict>; outcomes: Tally<BulkOutcome>; undos: Tally<BulkUndo> }

const selectTally = (column: 'verdict' | 'outcome' | 'undo') => sql`(
  select coalesce(json_object_agg(word, many), '{}') from (
    select ${sql.ref(column)} as word, sum(many) as many from counted where ${sql.ref(column)} is not null group by 1) as words)`
const shown = (rows: ReturnType<typeof selectRows>) =>
  rows
    .select(['row_id as id', 'name', 'reason'])
    .select(sql<BulkRow['verdict']>`verdict`.as('verdict'))
    .select(sql<BulkRow['outcome']>`outcome`.as('outcome'))
    .select(sql<BulkRow['undo']>`undo`.as('undo'))

/** Operations on many rows, and their rows. */
export const bulkRepository = {
  /**
   * Stores an operation with the rows that a query finds, first those named.
   * @returns how many, one more than `most` at most
   */
  async insertFound(db: Db, bulk: NewBulk, found: FoundIds, first: readonly string[], most: number) {
    await bulkRepository.insert(db, bulk)
    const { numAffectedRows = 0n } = await sql`
      insert into bulk_rows (company_id, bulk_id, seq, row_id)
      select ${bulk.companyId}, ${bulk.id}, row_number() over (order by id = any(${first}::uuid[]) desc, id), id
      from (select found.id from (${found}) as found limit ${most + 1}) as selected`.execute(db)
    return bulkRepository.setTotal(db, bulk, Number(numAffectedRows))
  },
  /** The same with rows by their ids, also such as do not exist. */
  async insertTicked(db: Db, bulk: NewBulk, ids: readonly string[], first: readonly string[]) {
    await bulkRepository.insert(db, bulk)
    const { numAffectedRows = 0n } = await sql`
      insert into bulk_rows (company_id, bulk_id, seq, row_id)
      select ${bulk.companyId}, ${bulk.id}, row_number() over (order by id = any(${first}::uuid[]) desc, id), id
      from (select distinct unnest(${ids}::uuid[]) as id) as ticked`.execute(db)
    return bulkRepository.setTotal(db, bulk, Number(numAffectedRows))
  },
  insert: (db: Db, { companyId, id, entity, operation, input, by }: NewBulk) =>
    db
      .insertInto('bulks')
      .values({ company_id: companyId, id, entity, operation, input: json(input), requested_by: by, total: 0 })
      .execute(),
  async setTotal(db: Db, bulk: BulkRef, total: number): Promise<number> {
    await updateBulk(db, bulk).set({ total }).execute()
    return total
  },

  find: (db: Db, { companyId, id }: BulkRef, by: string): Promise<StoredBulk | undefined> =>
    selectBulk(db, companyId).where('id', '=', id).where('requested_by', '=', by).executeTakeFirst(),
  /** The same, locked until the transaction ends. */
  hold: (db: Db, { companyId, id }: BulkRef, by: string): Promise<StoredBulk | undefined> =>
    selectBulk(db, companyId).where('id', '=', id).where('requested_by', '=', by).forUpdate().executeTakeFirst(),
  /** For the run that works on it. */
  ofRun: (db: Db, companyId: string, runId: string): Promise<StoredBulk | undefined> =>
    selectBulk(db, companyId).where('run_id', '=', runId).executeTakeFirst(),
  /** The operation that a run judges, applies or takes back. */
  async idOfRun(db: Db, { companyId, id }: BulkRef): Promise<string | undefined> {
    const undone = sql`(select undo_of from job_runs where company_id = ${companyId} and id = ${id})`
    const found = await selectBulk(db, companyId)
      .where(sql<boolean>`${id} in (run_id, check_run) or run_id = ${undone}`)
      .executeTakeFirst()
    return found?.id
  },
  get: (db: Db, { companyId, id }: BulkRef): Promise<StoredBulk | undefined> =>
    selectBulk(db, companyId).where('id', '=', id).executeTakeFirst(),

  setCheckRun: (db: Db, bulk: BulkRef, runId: string) => updateBulk(db, bulk).set({ check_run: runId }).execute(),
  setRun: (db: Db, bulk: BulkRef, runId: string) => updateBulk(db, bulk).set({ run_id: runId }).execute(),
  /** Adds the impact of some of its rows. */
  addImpact: (db: Db, { companyId, id }: BulkRef, impact: Readonly<Record<string, number>>) =>
    sql`update bulks set impact = impact || (
        select coalesce(jsonb_object_agg(key, value::bigint + coalesce((impact->>key)::bigint, 0)), '{}')
        from jsonb_each_text(${json(impact)}::jsonb))
      where company_id = ${companyId} and id = ${id}`.execute(db),
  markChecked: (db: Db, bulk: BulkRef) => updateBulk(db, bulk).set({ checked_at: sql<string>`now()` }).execute(),

  /** The next rows to judge, in their order. */
  unjudged: (db: Db, bulk: BulkRef, after: number, most: number): Promise<PendingRow[]> =>
    selectRows(db, bulk)
      .where('seq', '>', after)
      .where('verdict', 'is', null)
      .orderBy('seq')
      .limit(most)
      .select(['seq', 'row_id as id', 'version_before as version'])
      .execute(),
  /** The next rows to change. */
  pending: (db: Db, bulk: BulkRef, after: number, most: number): Promise<PendingRow[]> =>
    selectRows(db, bulk)
      .where('seq', '>', after)
      .where('verdict', '=', 'change')
      .where('outcome', 'is', null)
      .orderBy('seq')
      .limit(most)
      .select(['seq', 'row_id as id', 'version_before as version'])
      .execute(),
  /** The next rows to take back, the last changed first. */
  done: (db: Db, bulk: BulkRef, before: number, most: number): Promise<DoneRow[]> =>
    selectRows(db, bulk)
      .where('seq', '<', before)
      .where('outcome', '=', 'changed')
      .where('undo', 'is distinct from', 'undone')
      .orderBy('seq', 'desc')
      .limit(most)
      .select(['seq', 'row_id as id', 'version_before as version', 'version_after as versionAfter'])
      .select(sql<unknown>`before`.as('before'))
      .execute(),

  judge: (db: Db, { companyId, id }: BulkRef, rows: readonly JudgedRow[]) =>
    sql`update bulk_rows set name = judged.name, version_before = judged.version, verdict = judged.verdict,
        code = judged.code, reason = judged.reason
      from jsonb_to_recordset(${json(rows)}::jsonb) as judged
        (seq int, name text, version int, verdict text, code int, reason text)
      where company_id = ${companyId} and bulk_id = ${id} and bulk_rows.seq = judged.seq`.execute(db),
  apply: (db: Db, { companyId, id }: BulkRef, rows: readonly AppliedRow[]) =>
    sql`update bulk_rows set outcome = applied.outcome, code = applied.code, reason = applied.reason,
        before = applied.before, version_after = applied."versionAfter"
      from jsonb_to_recordset(${json(rows)}::jsonb) as applied
        (seq int, outcome text, code int, reason text, before jsonb, "versionAfter" int)
      where company_id = ${companyId} and bulk_id = ${id} and bulk_rows.seq = applied.seq`.execute(db),
  undo: (db: Db, { companyId, id }: BulkRef, rows: readonly UndoneRow[]) =>
    sql`update bulk_rows set undo = undone.undo, code = undone.code, reason = undone.reason
      from jsonb_to_recordset(${json(rows)}::jsonb) as undone (seq int, undo text, code int, reason text)
      where company_id = ${companyId} and bulk_id = ${id} and bulk_rows.seq = undone.seq`.execute(db),

  /** Rows by verdict, outcome and undo. */
  async tally(db: Db, { companyId, id }: BulkRef): Promise<Tallies> {
    const { rows } = await sql<Tallies>`
      with counted as (
        select verdict, outcome, undo, count(*) as many from bulk_rows
        where company_id = ${companyId} and bulk_id = ${id} group by 1, 2, 3)
      select ${selectTally('verdict')} as verdicts, ${selectTally('outcome')} as outcomes, ${selectTally('undo')} as undos`.execute(
      db,
    )
    return rows[0] ?? { verdicts: {}, outcomes: {}, undos: {} }
  },

  rows(db: Db, bulk: BulkRef, query: BulkRowsQuery) {
    let rows = selectRows(db, bulk)
    const { search, 'f.verdict': verdict, 'f.outcome': outcome, 'f.undo': undo } = query
    if (search) rows = rows.where('name', 'ilike', likePattern(search))
    if (verdict) rows = rows.where('verdict', '=', verdict)
    if (outcome) rows = rows.where('outcome', '=', outcome)
    if (undo) rows = rows.where('undo', '=', undo)
    return fetchPage(db, query, shown(rows).orderBy('seq'), rows)
  },
  /** Rows after one, for the result file. */
  batch: (db: Db, bulk: BulkRef, after: number, most: number) =>
    shown(selectRows(db, bulk)).select('seq').where('seq', '>', after).orderBy('seq').limit(most).execute(),
}
