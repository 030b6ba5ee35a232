import { maxImportedRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { defineJob, type Job, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { getCaller, type ImportData, importData } from '../checking/check.job.ts'
import type { WrittenRow } from '../checking/prepare-row.ts'
import { callsFor, type ImportPlan, planImport } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import {
  type ImportKey,
  type RowOutcome,
  importsRepository as repository,
  type StoredImport,
  type StoredRowOfImport,
} from '../imports.repository.ts'
import { applyBatches } from './apply-batches.ts'
import type { CallBatch } from './call-endpoint.ts'
import type { WriteRows } from './write-rows.ts'

/** Rows of one transaction: a few hundred milliseconds of work. */
const batchRows = 200

/** What an import remembers of a row. */
export const toOutcome = ({
  converted,
  verdict,
  problems,
  entityId,
  versionAfter,
  before,
}: WrittenRow): RowOutcome => ({
  row: converted.row,
  entityId,
  versionAfter,
  before,
  outcome: verdict === 'refused' ? 'failed' : 'done',
  note: problems.map(({ msg }) => msg).join('；'),
})

/**
 * Of an import that is done whole or not at all.
 * @throws `rowsRefused` with the first reason
 */
export const refuseAny = (outcomes: readonly RowOutcome[]) => {
  const first = outcomes.find(({ outcome }) => outcome === 'failed')
  if (!first) return
  const { code, msg } = importsErrors.rowsRefused
  throw new AppError({ code, msg: `${msg}。第 ${first.row} 行：${first.note}` })
}

type Ports = ImportPorts & { undo: Job<UndoData> }

/**
 * Imports the rows of a checked file. A batch of them, what the import remembers of them and their counts are one
 * transaction, so that each row is written once, whenever a node dies.
 */
export const createApplyJob = ({ files, sheets, findTemplate, undo }: Ports, writeRows: WriteRows) => {
  const writeBatch = async (
    batch: JobBatch,
    { plan, key, atomic, timeZone }: { plan: ImportPlan; key: ImportKey; atomic: boolean; timeZone: string },
    rows: readonly StoredRowOfImport[],
  ) => {
    const calls: CallBatch = { db: batch.db, actor: getCaller(batch), timeZone, audited: [], after: [] }
    const expected = new Map(rows.map(({ row, verdict, versionBefore }) => [row, { verdict, versionBefore }]))
    const converted = rows.map(({ row, write }) => ({ row, ...write, masked: [], texts: {}, problems: [] }))
    const outcomes = (await writeRows(plan, calls, converted, expected)).map(toOutcome)
    if (atomic) refuseAny(outcomes)
    await repository.setOutcomes(batch.db, key, outcomes)
    // Last, as they lock the company's log.
    await batch.auditAll(calls.audited)
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
    batch.count({ ok: outcomes.length - failed, failed })
    batch.save(rows.at(-1)?.position ?? 0)
    return calls.after
  }

  const loadPlan = async (batch: JobBatch, found: StoredImport) =>
    planImport(await findTemplate({ db: batch.db, actor: getCaller(batch) }, found.excelId), found)

  const run = async (job: JobRun<ImportData>) => {
    const { companyId, data } = job
    const key = { companyId, id: data.importId }
    const applyBatch = async (batch: JobBatch, last: number) => {
      const found = await repository.hold(batch.db, key)
      if (found?.revision !== data.revision) throw new AppError(kernelErrors.notFound)
      const plan = await loadPlan(batch, found)
      const most = found.atomic ? maxImportedRows : batchRows
      const rows = await repository.pending(batch.db, key, last, most)
      const of = { plan, key, atomic: found.atomic, timeZone: data.timeZone }
      const after = rows.length === 0 ? [] : await writeBatch(batch, of, rows)
      return { found, plan, after, last: rows.length < most ? undefined : rows.at(-1)?.position }
    }
    return applyBatches(files, job, applyBatch)
  }

  return defineJob<ImportData>({
    name: 'imports.apply',
    data: importData,
    reach: 'company',
    undo,
    run,
    retries: 3,
    concurrency: 2,
    concurrencyPerCompany: 1,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
