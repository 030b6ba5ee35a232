import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import * as z from 'zod/mini'
import { defineJob, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { assertStillAllowed } from '../../../../kernel/jobs/run-callers.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { SetBatch } from '../../../../kernel/sheets/imported-sets.ts'
import { getCaller } from '../checking/check.job.ts'
import { getSetWrites, getWrites, listCalls } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { beyondLast, type RowOutcome, importsRepository as repository } from '../imports.repository.ts'

const batchRows = 1000

/** Takes a large import back by sets, with the rules of one that is taken back row by row. */
export const createUndoSetsJob = ({ sheets }: Pick<ImportPorts, 'sheets'>) => {
  const undoBatch = async (
    batch: JobBatch,
    companyId: string,
    { runId }: UndoData,
    { before, isNew }: { before: number; isNew: boolean },
  ) => {
    const found = await repository.ofRun(batch.db, companyId, runId)
    const source = sheets().find(({ sheet }) => sheet.entity === found?.entity)
    if (!found || !source) throw new AppError(kernelErrors.notFound)
    const actor = getCaller(batch)
    assertStillAllowed(actor, listCalls(source, found.mode))
    const key = { companyId, id: found.id }
    if (before === beyondLast && isNew) await repository.retryKept(batch.db, key)
    const rows = await repository.written(batch.db, key, before, batchRows)
    const set: SetBatch = { db: batch.db, actor, audited: [], after: [] }
    const first = rows.at(-1)?.position
    if (first === undefined) return { after: set.after, first }
    const written = rows.map(({ row, verdict, entityId, versionAfter, before, changes }) => ({
      row,
      id: entityId ?? '',
      version: versionAfter ?? 0,
      before: verdict === 'new' ? null : before,
      fields: Array.isArray(changes) ? changes.map(({ field }) => String(field)) : [],
    }))
    const kept = await getSetWrites(getWrites(source)).takeBack(set, written)
    const outcomes = rows.map(({ row }): RowOutcome => {
      const note = kept.get(row)
      const outcome = note === undefined ? 'undone' : 'kept'
      return { row, outcome, note: note ?? '' }
    })
    await repository.setOutcomes(batch.db, key, outcomes)
    await batch.auditAll(set.audited)
    batch.count({ ok: rows.length - kept.size, skipped: kept.size })
    if (kept.size > 0) await batch.log(`${kept.size} 行在导入后有变化或正在使用，已保留`)
    // Rows that are done are no longer among those to take back; this keeps their counts.
    batch.save(true)
    return { after: set.after, first }
  }

  const run = async ({ companyId, data, transact, checkpoint }: JobRun<UndoData>) => {
    // Where the rows of a run begin that are still to be taken back: those behind would be read again for each batch.
    for (let last: number | undefined = beyondLast; last !== undefined; ) {
      const before: number = last
      const { after, first } = await transact((batch) =>
        undoBatch(batch, companyId, data, { before, isNew: checkpoint === null }),
      )
      for (const work of after) work()
      last = first
    }
  }

  return defineJob<UndoData>({
    name: 'imports.undoSets',
    data: z.object({ runId: z.uuid() }),
    reach: 'platform',
    run,
    retries: 3,
    concurrency: 2,
    concurrencyPerCompany: 1,
  })
}
