import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import { defineJob, type Job, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { assertStillAllowed } from '../../../../kernel/jobs/run-callers.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { platformZone } from '../../../../kernel/wall-clock.ts'
import { getWrites, listCalls } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { queued, toTurn } from '../import-run.ts'
import { beyondLast, type ImportKey, type RowOutcome, importsRepository as repository } from '../imports.repository.ts'
import type { ImportWriter } from '../writing/import-writer.ts'

/** Where the rows begin that are still to be taken back: those behind would be read again for each batch. */
type Place = { readonly before: number; readonly isFirst: boolean }

/**
 * Takes an import back, the last row first: rows that it has added are deleted, those that it has changed are as
 * before. A row that has changed since is kept. It needs the rights of the import, not that to delete: only rows that
 * no one has touched since are deleted.
 */
export const createUndoJob = (
  name: string,
  { sheets }: Pick<ImportPorts, 'sheets'>,
  writer: ImportWriter,
): Job<UndoData> => {
  /** Takes back rows in one transaction; with those that are to be taken back in transactions of their own. */
  const undoBatch = async (batch: JobBatch, { runId }: UndoData, { before, isFirst }: Place) => {
    const turn = toTurn(batch, platformZone)
    const { db, actor } = turn
    const { companyId } = actor
    const found = await repository.ofRun(db, companyId, runId)
    const source = sheets().find(({ sheet }) => sheet.entity === found?.entity)
    if (!found || !source) throw new AppError(kernelErrors.notFound)
    assertStillAllowed(actor, listCalls(source, found.mode))
    const writes = getWrites(source)
    const key = { companyId, id: found.id }
    if (isFirst) await repository.retryKept(db, key)
    const rows = await repository.written(db, key, before, writer.batchRows.written)
    const together = rows.filter((row) => !writer.isAlone(writes, row))
    const kept = together.length === 0 ? new Map<number, string>() : await writer.takeBack(turn, writes, together)
    const outcomes = together.map(({ row }): RowOutcome => {
      const note = kept.get(row)
      return note === undefined ? { row, outcome: 'undone', note: '' } : { row, outcome: 'kept', note }
    })
    await repository.setOutcomes(db, key, outcomes)
    await batch.auditAll(turn.audited)
    batch.count({ ok: together.length - kept.size, skipped: kept.size })
    if (kept.size > 0) await batch.log(t('{count} 行在导入后有变化或正在使用，已保留', { count: kept.size }))
    // Rows that are done are no longer among those to take back; this keeps their counts.
    batch.save(true)
    const alone = rows.filter((row) => writer.isAlone(writes, row))
    return { after: turn.after, first: rows.at(-1)?.position, alone, writes, key, actor }
  }

  const keep = (batch: JobBatch, key: ImportKey, row: number, note: string) => {
    batch.count({ skipped: 1 })
    batch.save(true)
    return repository.setOutcomes(batch.db, key, [{ row, outcome: 'kept', note }])
  }

  const run = async ({ data, transact, checkpoint }: JobRun<UndoData>) => {
    let place: Place = { before: beyondLast, isFirst: checkpoint === null }
    for (;;) {
      const now = place
      const { after, first, alone, ...of } = await transact((batch) => undoBatch(batch, data, now))
      for (const work of after) work()
      if (first === undefined) return
      for (const row of alone) {
        const note = await writer.takeBackAlone({ ...of, transact, row })
        if (note !== '') await transact((batch) => keep(batch, of.key, row.row, note))
      }
      place = { before: first, isFirst: false }
    }
  }

  return defineJob<UndoData>({
    ...queued,
    name,
    data: z.object({ runId: z.uuid() }),
    reach: writer.reach,
    run,
  })
}
