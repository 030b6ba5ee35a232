import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import * as z from 'zod/mini'
import { defineJob, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { assertStillAllowed } from '../../../../kernel/jobs/run-callers.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
import { platformZone } from '../../../../kernel/wall-clock.ts'
import { judgeBody } from '../checking/body-values.ts'
import { getCaller } from '../checking/check.job.ts'
import { getRowWrites, getWrites, listCalls, type Writes } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import {
  beyondLast,
  type ImportKey,
  type RowOutcome,
  importsRepository as repository,
  type StoredRowOfImport,
} from '../imports.repository.ts'
import type { CallBatch, CallEndpoint } from '../writing/call-endpoint.ts'
import { createTakeBack } from './take-back.ts'

const batchRows = 200

/**
 * Takes an import back, the last row first: rows that it has added are deleted, those that it has changed are as
 * before. A row that has changed since is kept. It needs the rights of the import, not that to delete: only rows that
 * no one has touched since are deleted.
 */
export const createUndoJob = (ports: Pick<ImportPorts, 'sheets' | 'routes' | 'constraints'>, call: CallEndpoint) => {
  const takeBackAlone = createTakeBack(ports)

  const takeBack = async (
    batch: CallBatch,
    { remove, update }: Writes,
    { row, now }: { row: StoredRowOfImport; now: StoredRow | undefined },
  ): Promise<string> => {
    if (!now) return '导入后已被删除'
    if (now.version !== row.versionAfter) return '导入后已被他人修改'
    const params = { id: now.id }
    if (row.verdict === 'new') {
      if (!remove) return '该数据不能删除'
      const answer = await call(batch, remove, { params, body: undefined })
      return 'refusal' in answer ? answer.refusal.spec.msg : ''
    }
    const judged = judgeBody(update, { ...row.before, version: now.version })
    if ('errors' in judged) return judged.errors[0]?.msg ?? ''
    const answer = await call(batch, update, { params, body: judged.body })
    return 'refusal' in answer ? answer.refusal.spec.msg : ''
  }

  const undoBatch = async (batch: JobBatch, key: ImportKey, writes: Writes, rows: readonly StoredRowOfImport[]) => {
    const calls: CallBatch = {
      db: batch.db,
      actor: getCaller(batch),
      timeZone: platformZone,
      audited: [],
      after: [],
    }
    const ids = rows.flatMap(({ entityId }) => entityId ?? [])
    const current = new Map((await getRowWrites(writes).byIds(calls, ids)).map((row) => [row.id, row]))
    const outcomes: RowOutcome[] = []
    for (const row of rows) {
      const note = await takeBack(calls, writes, { row, now: current.get(row.entityId ?? '') })
      const outcome = note === '' ? 'undone' : 'kept'
      outcomes.push({ row: row.row, outcome, note })
    }
    await repository.setOutcomes(batch.db, key, outcomes)
    await batch.auditAll(calls.audited)
    const kept = outcomes.filter(({ outcome }) => outcome === 'kept').length
    batch.count({ ok: outcomes.length - kept, skipped: kept })
    if (kept > 0) await batch.log(`${kept} 行在导入后有变化或正在使用，已保留`)
    return calls.after
  }

  /**
   * Takes back rows in one transaction.
   * @returns those that are deleted by an endpoint with transactions of its own
   */
  const takeBatch = async (batch: JobBatch, { runId }: UndoData, companyId: string, isFirst: boolean) => {
    const found = await repository.ofRun(batch.db, companyId, runId)
    const source = ports.sheets().find(({ sheet }) => sheet.entity === found?.entity)
    if (!found || !source) throw new AppError(kernelErrors.notFound)
    const actor = getCaller(batch)
    assertStillAllowed(actor, listCalls(source, found.mode))
    const writes = getWrites(source)
    const key = { companyId, id: found.id }
    if (isFirst) await repository.retryKept(batch.db, key)
    const rows = await repository.written(batch.db, key, beyondLast, batchRows)
    const isAlone = ({ verdict }: StoredRowOfImport) => verdict === 'new' && writes.remove?.reach === 'manual'
    const together = rows.filter((row) => !isAlone(row))
    const after = together.length === 0 ? [] : await undoBatch(batch, key, writes, together)
    // Rows that are done are no longer among those to take back; this keeps their counts.
    batch.save(true)
    return { after, isOver: rows.length === 0, alone: rows.filter(isAlone), writes, key, actor }
  }

  const keep = (batch: JobBatch, key: ImportKey, row: number, note: string) => {
    batch.count({ skipped: 1 })
    batch.save(true)
    return repository.setOutcomes(batch.db, key, [{ row, outcome: 'kept', note }])
  }

  const run = async ({ companyId, data, transact, checkpoint }: JobRun<UndoData>) => {
    for (let isFirst = checkpoint === null; ; isFirst = false) {
      const { after, isOver, alone, writes, key, actor } = await transact((batch) =>
        takeBatch(batch, data, companyId, isFirst),
      )
      for (const work of after) work()
      if (isOver) return
      const { remove } = writes
      const rows = getRowWrites(writes)
      for (const row of remove ? alone : []) {
        const note = remove ? await takeBackAlone(transact, row, { remove, rows, key, actor }) : ''
        if (note !== '') await transact((batch) => keep(batch, key, row.row, note))
      }
    }
  }

  return defineJob<UndoData>({
    name: 'imports.undo',
    data: z.object({ runId: z.uuid() }),
    reach: 'company',
    run,
    retries: 3,
    concurrency: 2,
    concurrencyPerCompany: 1,
  })
}
