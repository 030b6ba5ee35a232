import { maxAtomicRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { extendTimeout } from '../../../../kernel/db/bound-connection.ts'
import { defineJob, type Job, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { SetBatch, SetResult } from '../../../../kernel/sheets/imported-sets.ts'
import { getCaller, type ImportData, importData } from '../checking/check.job.ts'
import type { WrittenRow } from '../checking/prepare-row.ts'
import { callsFor, getSetWrites, type ImportPlan, planImport } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { importsRepository as repository, type StoredRowOfImport } from '../imports.repository.ts'
import { refuseAny, toOutcome } from './apply.job.ts'
import { applyBatches } from './apply-batches.ts'
import { isPending, openedValues, prepareSet, refusedBy } from './set-rows.ts'

/** Rows of one transaction: a few hundred milliseconds of work. */
const batchRows = 1000
/** For a statement that writes all rows. */
const atomicMinutes = 2

/** Imports the rows of a large checked file by sets; each batch is one transaction, as with rows one by one. */
export const createApplySetsJob = (ports: ImportPorts & { undo: Job<UndoData> }) => {
  const { files, sheets, secrets, findTemplate, undo } = ports

  const writeSet = async (
    batch: SetBatch,
    plan: ImportPlan,
    rows: readonly StoredRowOfImport[],
    shared: unknown,
  ): Promise<WrittenRow[]> => {
    const expected = new Map(rows.map(({ row, verdict, versionBefore }) => [row, { verdict, versionBefore }]))
    const converted = rows.map(({ row, write: { values, names } }) => ({
      row,
      names,
      masked: [],
      texts: {},
      problems: [],
      values: openedValues(secrets, plan, values),
    }))
    const prepared = await prepareSet(batch, plan, converted, { expected, locks: true })
    const results = await getSetWrites(plan.writes).write(batch, prepared.filter(isPending), shared)
    return prepared.map((row) => {
      if (!isPending(row)) return row
      const result: SetResult = results.get(row.row) ?? { refusals: [new AppError(kernelErrors.failed)] }
      if ('refusals' in result) return refusedBy(result.refusals, row, plan)
      return { ...row.written, entityId: result.id, versionAfter: result.version }
    })
  }

  const run = async (job: JobRun<ImportData>) => {
    const { companyId, data } = job
    const key = { companyId, id: data.importId }
    const source = sheets().find(({ sheet }) => sheet.entity === data.entity)
    if (!source?.writes) throw new AppError(importsErrors.notImportable)
    const shared = await getSetWrites(source.writes).prepare()

    const applyBatch = async (batch: JobBatch, last: number) => {
      const found = await repository.hold(batch.db, key)
      if (found?.revision !== data.revision) throw new AppError(kernelErrors.notFound)
      const set: SetBatch = { db: batch.db, actor: getCaller(batch), audited: [], after: [] }
      const plan = planImport(await findTemplate(set, found.excelId), found)
      const most = found.atomic ? maxAtomicRows : batchRows
      if (found.atomic) await extendTimeout(batch.db, atomicMinutes)
      const rows = await repository.pending(batch.db, key, last, most)
      if (rows.length > 0) {
        const outcomes = (await writeSet(set, plan, rows, shared)).map(toOutcome)
        if (found.atomic) refuseAny(outcomes)
        await repository.setOutcomes(batch.db, key, outcomes)
        // Last, as they lock the company's log.
        await batch.auditAll(set.audited)
        const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
        batch.count({ ok: outcomes.length - failed, failed })
        batch.save(rows.at(-1)?.position ?? 0)
      }
      return { found, plan, after: set.after, last: rows.length < most ? undefined : rows.at(-1)?.position }
    }

    return applyBatches(files, job, applyBatch)
  }

  return defineJob<ImportData>({
    name: 'imports.applySets',
    data: importData,
    reach: 'platform',
    undo,
    run,
    retries: 3,
    concurrency: 2,
    concurrencyPerCompany: 1,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
