import { dictionariesChanged } from '@atrium/contract/features/system/dictionaries/dictionary-topics.ts'
import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { kindNames } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { publish } from '../../../kernel/events/publish.ts'
import { newToken } from '../../../kernel/ids.ts'
import { type BatchAudit, defineJob, type Job, type JobBatch, type UndoData } from '../../../kernel/jobs/define-job.ts'
import { hashPassword } from '../../../kernel/password-hash.ts'
import { type Actor, AppError } from '../../../kernel/scope.ts'
import { comparedRowsRepository } from './compared-rows.repository.ts'
import { comparisonsRepository } from './comparisons.repository.ts'
import type { ComparisonKey } from './compose-rows.repository.ts'
import { createRowRestorer, type RestorePorts, type RestoreTurn } from './restore-row.ts'
import { type ChosenRow, type Outcome, restoredRowsRepository as repository } from './restored-rows.repository.ts'

const restored = z.object({ tenantId: z.uuid(), comparisonId: z.uuid() })
type Restored = z.output<typeof restored>
type Done = { row: ChosenRow; became: Outcome }
/** Rows of one transaction. */
const together = 50

const getCaller = ({ caller }: JobBatch): Actor => {
  if (!caller) throw new Error('a restoration runs for a caller')
  return caller
}

/** The turn of a batch, for its caller. */
const toTurn = async (batch: JobBatch, comparison: ComparisonKey, passwordHash: string): Promise<RestoreTurn> => {
  const { db } = batch
  const stored = await comparisonsRepository.findStored(db, comparison)
  if (!stored?.columns) throw new AppError(recoveryErrors.notCompared)
  const shape = { archived: stored.columns, present: await comparedRowsRepository.readColumns(db) }
  const by = toAuthor({ actor: getCaller(batch) })
  return { db, tenantId: comparison.companyId, passwordHash, after: [], comparison, shape, by }
}

/** Each row in the log of its company. */
const toAudit =
  (event: 'archivedRow.restored' | 'archivedRow.reverted') =>
  ({ row }: Done): BatchAudit => ({
    event,
    companyId: row.companyId,
    note: {
      entityId: row.key,
      entityName: `${kindNames[row.kind]}：${row.name}`,
      after: { changed: row.change === 'deleted' ? [] : [...row.fields] },
    },
  })

const announce = async (db: Db, done: readonly Done[]) => {
  const companies = new Set(done.flatMap(({ row }) => (row.kind === 'dictItem' ? row.companyId : [])))
  for (const company of companies) await publish(db, dictionariesChanged, { company }, {})
}
const runAfter = ({ after }: Pick<RestoreTurn, 'after'>) => {
  for (const each of after) each()
}

/** Puts the chosen rows of a comparison back, as a run that can be taken back. */
export const createRestoreJob = (ports: RestorePorts): Job<Restored> => {
  const { restoreRow, takeBack } = createRowRestorer(ports)
  const endpoints = () => [recoveryContract.restore]
  const hashUnknown = () => hashPassword(newToken())

  const restoreBatch = async (batch: JobBatch, run: ComparisonKey & { runId: string }, passwordHash: string) => {
    const turn = await toTurn(batch, run, passwordHash)
    const rows = await repository.next(turn.db, run, together)
    const done: Done[] = []
    const isDone = ({ kind, key }: ChosenRow) => done.some(({ row }) => row.kind === kind && row.key === key)
    for (const row of rows)
      if (!isDone(row)) done.push(...(await restoreRow(turn, row, (key) => repository.findWaiting(turn.db, run, key))))
    const put = done.filter(({ became }) => became.outcome === 'restored')
    await batch.auditAll(put.map(toAudit('archivedRow.restored')))
    await announce(turn.db, put)
    batch.count({ ok: put.length, failed: done.length - put.length })
    if (put.length < done.length)
      await batch.log(t('{count} 条未恢复，原因见比较结果', { count: done.length - put.length }))
    batch.save(true)
    return { turn, isLast: rows.length === 0 }
  }

  const undoBatch = async (batch: JobBatch, runId: string, passwordHash: string, isFirst: boolean) => {
    if (isFirst) await repository.retryKept(batch.db, runId)
    const rows = await repository.lastRestored(batch.db, runId, together)
    const [first] = rows
    if (!first) return { turn: { after: [] }, isLast: true }
    const turn = await toTurn(batch, { companyId: first.tenantId, comparisonId: first.comparisonId }, passwordHash)
    const done: Done[] = []
    for (const row of rows) {
      const became = await takeBack(turn, row)
      await repository.setOutcome(turn.db, turn.comparison, row, became)
      done.push({ row, became })
    }
    const undone = done.filter(({ became }) => became.outcome === 'undone')
    await batch.auditAll(undone.map(toAudit('archivedRow.reverted')))
    await announce(turn.db, undone)
    batch.count({ ok: undone.length, skipped: done.length - undone.length })
    const kept = done.length - undone.length
    if (kept > 0) await batch.log(t('{kept} 条在恢复后有变更或正被引用，已保留', { kept }))
    batch.save(true)
    return { turn, isLast: false }
  }

  const undo = defineJob<UndoData>({
    name: 'tenants.undoRestore',
    data: z.object({ runId: z.string() }),
    reach: 'platform',
    async run({ data, checkpoint, transact }) {
      const passwordHash = await hashUnknown()
      let isFirst = checkpoint === null
      for (let isLast = false; !isLast; isFirst = false) {
        const done = await transact((batch) => undoBatch(batch, data.runId, passwordHash, isFirst))
        runAfter(done.turn)
        isLast = done.isLast
      }
    },
    endpoints,
  })
  return defineJob<Restored>({
    name: 'tenants.restore',
    data: restored,
    reach: 'platform',
    undo,
    async run({ id: runId, data, transact }) {
      const run = { companyId: data.tenantId, comparisonId: data.comparisonId, runId }
      const passwordHash = await hashUnknown()
      for (let isLast = false; !isLast; ) {
        const done = await transact((batch) => restoreBatch(batch, run, passwordHash))
        runAfter(done.turn)
        isLast = done.isLast
      }
    },
    concurrencyPerCompany: 1,
    endpoints,
  })
}
