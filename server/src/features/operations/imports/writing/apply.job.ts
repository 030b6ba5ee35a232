import { maxAtomicRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { extendTimeout } from '../../../../kernel/db/bound-connection.ts'
import { defineJob, type Job, type JobBatch, type JobRun, type UndoData } from '../../../../kernel/jobs/define-job.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { WrittenRow } from '../checking/prepare-row.ts'
import { toConvertedRow } from '../checking/stored-rows.ts'
import { attachErrors } from '../errors/attach-errors.ts'
import { callsFor, findWrites, type ImportPlan } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import { type ImportData, importData, loadPlan, queued, type Turn, toTurn } from '../import-run.ts'
import { type RowOutcome, importsRepository as repository, type StoredRowOfImport } from '../imports.repository.ts'
import type { ImportWriter, WriteRows } from './import-writer.ts'

/** For a statement that writes all rows. */
const atomicMinutes = 2

/** What an import remembers of a row. */
const toOutcome = ({ converted, verdict, problems, entityId, versionAfter, before }: WrittenRow): RowOutcome => ({
  row: converted.row,
  entityId,
  versionAfter,
  before,
  outcome: verdict === 'refused' ? 'failed' : 'done',
  note: statementsText(problems.map(({ msg }) => t(msg))),
})

/**
 * Of an import that is done whole or not at all.
 * @throws `rowsRefused` with the first reason
 */
const refuseAny = (outcomes: readonly RowOutcome[]) => {
  const first = outcomes.find(({ outcome }) => outcome === 'failed')
  if (!first) return
  const { code, msg } = importsErrors.rowsRefused
  throw new AppError({ code, msg: t('{msg}。第 {row} 行：{note}', { msg: t(msg), row: first.row, note: first.note }) })
}

type Ports = ImportPorts & { undo: Job<UndoData> }

/**
 * Imports the rows of a checked file. A batch of them, what the import remembers of them and their counts are one
 * transaction, so that each row is written once, whenever a node dies.
 */
export const createApplyJob = (name: string, ports: Ports, writer: ImportWriter): Job<ImportData> => {
  const { files, sheets, secrets, undo } = ports

  const writeBatch = async (
    turn: Turn,
    plan: ImportPlan,
    rows: readonly StoredRowOfImport[],
    { write, atomic }: { write: WriteRows; atomic: boolean },
  ) => {
    const expected = new Map(rows.map(({ row, verdict, versionBefore }) => [row, { verdict, versionBefore }]))
    const converted = rows.map((row) => toConvertedRow(secrets, plan, row))
    const outcomes = (await write(turn, plan, converted, expected)).map(toOutcome)
    if (atomic) refuseAny(outcomes)
    return outcomes
  }

  /** Writes the rows behind a position; with the last of them where more may follow. */
  const applyBatch = async (
    batch: JobBatch,
    { importId, revision, timeZone }: ImportData,
    write: WriteRows,
    after: number,
  ) => {
    const turn = toTurn(batch, timeZone)
    const key = { companyId: turn.actor.companyId, id: importId }
    const found = await repository.hold(turn.db, key)
    if (found?.revision !== revision) throw new AppError(kernelErrors.notFound)
    const { atomic } = found
    const plan = await loadPlan(ports, turn, found)
    if (atomic) await extendTimeout(turn.db, atomicMinutes)
    const most = atomic ? maxAtomicRows : writer.batchRows.written
    const rows = await repository.pending(turn.db, key, after, most)
    const last = rows.at(-1)?.position
    if (last !== undefined) {
      const outcomes = await writeBatch(turn, plan, rows, { write, atomic })
      await repository.setOutcomes(turn.db, key, outcomes)
      // Last, as they lock the company's log.
      await batch.auditAll(turn.audited)
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
      batch.count({ ok: outcomes.length - failed, failed })
      batch.save(last)
    }
    return { found, plan, afterCommit: turn.after, last: rows.length < most ? undefined : last }
  }

  const run = async (job: JobRun<ImportData>) => {
    const { data, transact, checkpoint } = job
    const write = await writer.prepareWrite(findWrites(sheets(), data.entity))
    for (let last = Number(checkpoint ?? -1); ; ) {
      const from = last
      const done = await transact((batch) => applyBatch(batch, data, write, from))
      for (const work of done.afterCommit) work()
      if (done.last === undefined) return attachErrors(files, job, done.found, done.plan)
      last = done.last
    }
  }

  return defineJob<ImportData>({
    ...queued,
    name,
    data: importData,
    reach: writer.reach,
    undo,
    run,
    endpoints: (data) => callsFor(sheets(), data),
  })
}
