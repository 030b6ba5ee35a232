import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Judged } from '../../../kernel/bulk/bulk-source.ts'
import { tryRows } from '../../../kernel/bulk/try-rows.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { type BulkRef, type JudgedRow, type PendingRow, bulkRepository as repository } from './bulk.repository.ts'
import { classifyRefusal, noReason, type Operation, toReason } from './row-results.ts'

/** Rows that are judged in one transaction, if not all at once. */
export const judgedTogether = 200

/**
 * Judges rows as their change would, and stores what becomes of each.
 * @returns how many of them would be changed
 */
export const judgeRows = async (
  scope: RequestScope,
  bulk: BulkRef,
  { source, work, input }: Operation,
  rows: readonly PendingRow[],
): Promise<number> => {
  const { db, actor } = scope
  const wanted = rows.map(({ id }) => id)
  const held = new Map((await source.hold(db, actor, wanted, 'present')).map((row) => [row.id, row]))
  const ids = wanted.filter((id) => held.has(id))
  const judge = (): Promise<Judged> | Judged => {
    if (ids.length === 0) return { refusals: new Map() }
    if (work.judge) return work.judge(scope, ids, input)
    return tryRows(scope, ids, (own, id) => work.apply(own, id, input)).then((refusals) => ({ refusals }))
  }
  const { refusals, impact } = await judge()
  const judged = rows.map(({ seq, id }): JudgedRow => {
    const { name = '', version = null } = held.get(id) ?? {}
    const refusal = held.has(id) ? refusals.get(id) : kernelErrors.notFound
    if (!refusal) return { seq, name, version, verdict: 'change', ...noReason }
    return { seq, name, version, verdict: classifyRefusal(refusal, work), ...toReason(refusal) }
  })
  await repository.judge(db, bulk, judged)
  if (impact) await repository.addImpact(db, bulk, impact)
  return judged.filter(({ verdict }) => verdict === 'change').length
}
