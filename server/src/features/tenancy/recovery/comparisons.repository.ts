import type {
  Comparison,
  Difference,
  DifferencesQuery,
  RestoredPart,
  Tally,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import type { ComparedKind } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { ContentKey } from '../../../kernel/files/file-store.ts'
import { exportJobName } from '../archive/index.ts'
import type { ComparisonKey } from './compose-rows.repository.ts'

export type Counts = readonly ({ kind: ComparedKind } & Tally)[]
/** A run of an operator, whose company has its files. */
type OperatorsRun = { companyId: string; runId: string }
type StoredComparison = {
  name: string
  archiveTime: string | null
  columns: Readonly<Record<string, readonly string[]>> | null
  compared: string[]
  counts: Counts | null
}
type NewComparison = ComparisonKey & { name: string; run: OperatorsRun; by: Person }

const comparisonsOf = (db: Db, companyId: string) =>
  db
    .selectFrom('archive_comparisons as comparison')
    .leftJoin('job_runs as run', (join) =>
      join.onRef('run.company_id', '=', 'comparison.run_company_id').onRef('run.id', '=', 'comparison.run_id'),
    )
    .where('comparison.company_id', '=', companyId)
const state = sql<Comparison['state']>`case when comparison.counts is not null then 'done'
  when run.state in ('queued', 'running', 'paused') then 'running' else 'failed' end`
const shownColumns = [
  'comparison.id',
  'comparison.name',
  'comparison.archived_at as archiveTime',
  'comparison.created_at as createTime',
] as const
const author = sql<Comparison['createBy']>`comparison.created_by`
const exportsOf = (db: Db, companyId: string, tenantId: string) =>
  db
    .selectFrom('job_runs as run')
    .innerJoin('job_files as held', (join) =>
      join.onRef('held.company_id', '=', 'run.company_id').onRef('held.run_id', '=', 'run.id'),
    )
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'held.company_id').onRef('files.id', '=', 'held.file_id'),
    )
    .where('run.company_id', '=', companyId)
    .where('run.name', '=', exportJobName)
    .where(sql<boolean>`run.data ->> 'tenantId' = ${tenantId}`)
    .where('held.kind', '=', 'result')
const shownAtOnce = 20

const differencesOf = (db: Db, { companyId, comparisonId }: ComparisonKey) =>
  db.selectFrom('archive_differences').where('company_id', '=', companyId).where('comparison_id', '=', comparisonId)
const changeDifferences = (db: Db, { companyId, comparisonId }: ComparisonKey) =>
  db.updateTable('archive_differences').where('company_id', '=', companyId).where('comparison_id', '=', comparisonId)
const updateComparison = (db: Db, { companyId, comparisonId }: ComparisonKey) =>
  db.updateTable('archive_comparisons').where('company_id', '=', companyId).where('id', '=', comparisonId)

/** Comparisons are kept as long as imports: what a restoration has taken back is found in them. */
export const comparisonsRetention = `delete from archive_comparisons where created_at < now() - interval '30 days'`

export const comparisonsRepository = {
  /** The results of exports of a tenant, by anyone of the operator’s company, newest first. */
  listExports: (db: Db, operatorsCompany: string, tenantId: string) =>
    exportsOf(db, operatorsCompany, tenantId)
      .select(['run.id as runId', 'files.name', 'files.size', 'files.created_at as createTime'])
      .select(sql<Person>`files.created_by`.as('by'))
      .orderBy('files.created_at', 'desc')
      .limit(shownAtOnce)
      .execute(),
  findExport: (db: Db, { companyId, runId }: OperatorsRun, tenantId: string) =>
    exportsOf(db, companyId, tenantId)
      .where('run.id', '=', runId)
      .select(['files.id as fileId', 'files.name'])
      .executeTakeFirst(),
  /** The key of the bytes of a file. */
  findContent: (db: Db, companyId: string, fileId: string): Promise<ContentKey | undefined> =>
    db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where('id', '=', fileId)
      .select(['company_id as companyId', 'sha256'])
      .executeTakeFirst(),

  /** The file of a compared archive; undefined once it is gone. It is in the operator's company. */
  findSource: async (db: Db, { companyId, comparisonId }: ComparisonKey): Promise<string | undefined> =>
    (
      await db
        .selectFrom('archive_comparisons as comparison')
        .innerJoin('job_files as held', (join) =>
          join
            .onRef('held.company_id', '=', 'comparison.run_company_id')
            .onRef('held.run_id', '=', 'comparison.run_id'),
        )
        .where('comparison.company_id', '=', companyId)
        .where('comparison.id', '=', comparisonId)
        .where('held.kind', '=', 'source')
        .select('held.file_id as fileId')
        .executeTakeFirst()
    )?.fileId,

  insert: (db: Db, { companyId, comparisonId, name, run, by }: NewComparison) =>
    db
      .insertInto('archive_comparisons')
      .values({
        company_id: companyId,
        id: comparisonId,
        name,
        run_company_id: run.companyId,
        run_id: run.runId,
        created_by: JSON.stringify(by),
      })
      .execute(),
  list: (db: Db, companyId: string) =>
    comparisonsOf(db, companyId)
      .select(shownColumns)
      .select([author.as('createBy'), state.as('state')])
      .orderBy('comparison.created_at', 'desc')
      .limit(shownAtOnce)
      .execute(),
  find: (db: Db, { companyId, comparisonId }: ComparisonKey) =>
    comparisonsOf(db, companyId)
      .where('comparison.id', '=', comparisonId)
      .select(shownColumns)
      .select(['comparison.run_id as runId', 'comparison.restore_run as restoreRun'])
      .select([author.as('createBy'), state.as('state')])
      .select(sql<Counts | null>`comparison.counts`.as('counts'))
      .select(sql<string | null>`case when run.refused then run.problem end`.as('refusal'))
      .executeTakeFirst(),
  findStored: (db: Db, { companyId, comparisonId }: ComparisonKey): Promise<StoredComparison | undefined> =>
    db
      .selectFrom('archive_comparisons')
      .where('company_id', '=', companyId)
      .where('id', '=', comparisonId)
      .select(['name', 'archived_at as archiveTime', 'compared'])
      .select(sql<StoredComparison['columns']>`columns`.as('columns'))
      .select(sql<Counts | null>`counts`.as('counts'))
      .executeTakeFirst(),

  /** Begins or begins again: what an earlier attempt has left is gone. */
  async begin(
    db: Db,
    key: ComparisonKey,
    { time, columns, compared }: { time: string; columns: StoredComparison['columns']; compared: readonly string[] },
  ): Promise<void> {
    const { companyId, comparisonId } = key
    for (const table of ['archived_rows', 'archive_differences'] as const)
      await db.deleteFrom(table).where('company_id', '=', companyId).where('comparison_id', '=', comparisonId).execute()
    await updateComparison(db, key)
      .set({ archived_at: time, columns: JSON.stringify(columns), compared: [...compared], counts: null })
      .execute()
  },
  finish: (db: Db, key: ComparisonKey, counts: Counts) =>
    updateComparison(db, key)
      .set({ counts: JSON.stringify(counts) })
      .execute(),

  countOutcomes: async (db: Db, key: ComparisonKey): Promise<Comparison['outcomes']> => {
    const count = (outcome: string) => sql<number>`(count(*) filter (where outcome = ${outcome}::text))::int`
    return differencesOf(db, key)
      .select([count('restored').as('restored'), count('refused').as('refused')])
      .select([count('undone').as('undone'), count('kept').as('kept')])
      .executeTakeFirstOrThrow()
  },
  differences(db: Db, key: ComparisonKey, query: DifferencesQuery) {
    let matching = differencesOf(db, key)
    if (query['f.kind']) matching = matching.where('kind', '=', query['f.kind'])
    if (query['f.change']) matching = matching.where('change', '=', query['f.change'])
    if (query['f.outcome']) matching = matching.where('outcome', '=', query['f.outcome'])
    if (query.search) matching = matching.where('name', 'ilike', likePattern(query.search))
    const rows = matching
      .select(['key as id', 'name', 'fields', 'note'])
      .select(sql<Difference['kind']>`kind`.as('kind'))
      .select(sql<Difference['change']>`change`.as('change'))
      .select(sql<Difference['outcome']>`outcome`.as('outcome'))
      .orderBy(sql`kind, change, name collate by_name, key`)
    return fetchPage(db, query, rows, matching)
  },

  /**
   * Chooses rows that a run is to put back; those that it cannot again are left out.
   * @returns how many of each kind and change
   */
  choose: async (db: Db, key: ComparisonKey, part: RestoredPart, runId: string | null) => {
    const condition = sql<boolean>`kind = ${part.kind} and change = any(${part.changes}::text[])
      and (${part.rows ?? null}::text[] is null or key = any(${part.rows ?? null}::text[]))
      and outcome is distinct from 'restored' and outcome is distinct from 'kept'`
    if (runId !== null)
      await changeDifferences(db, key)
        .where(condition)
        .set({ restore_run: runId, outcome: null, note: '', before: null, digest_after: null })
        .execute()
    const { changed, deleted } = await differencesOf(db, key)
      .where(condition)
      .select(sql<number>`(count(*) filter (where change = 'changed'))::int`.as('changed'))
      .select(sql<number>`(count(*) filter (where change = 'deleted'))::int`.as('deleted'))
      .executeTakeFirstOrThrow()
    return { kind: part.kind, changed, deleted }
  },
  setRestoreRun: (db: Db, key: ComparisonKey, runId: string) =>
    updateComparison(db, key).set({ restore_run: runId }).execute(),
}
