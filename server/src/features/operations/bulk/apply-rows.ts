import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type { PreparedPassword } from '../../../kernel/bulk/bulk-source.ts'
import { runEachInSavepoint } from '../../../kernel/db/run-each-in-savepoint.ts'
import type { AuditNote, AuditSideEffects, RequestScope } from '../../../kernel/scope.ts'
import type { AppliedRow, BulkRef, DoneRow, PendingRow, UndoneRow } from './bulk.repository.ts'
import { bulkRepository as repository } from './bulk.repository.ts'
import { bulkPasswordsRepository as passwordsRepository } from './bulk-passwords.repository.ts'
import { classifyRefusal, noReason, type Operation, toReason } from './row-results.ts'

/** Rows that are changed in one transaction, if not all at once: others wait for them. */
export const changedTogether = 50

/** Audit rows of what was done, each under the event of the call for one row. */
type Done = { ok: number; failed: number; skipped: number; sideEffects: AuditSideEffects }

const pickEvent = ({ endpoint, audited = endpoint }: { endpoint: Endpoint; audited?: Endpoint }): string =>
  'audit' in audited && 'event' in audited.audit ? audited.audit.event : `${audited.module}.${audited.name}`
const listSideEffects = (done: readonly { noted: AuditNote }[], event: string): AuditSideEffects =>
  done.flatMap(({ noted: { sideEffects = [], ...own } }) => [{ ...own, event }, ...sideEffects])
const readVersions = async ({ db, actor }: RequestScope, { source }: Operation, ids: readonly string[]) =>
  new Map((await source.hold(db, actor, ids, 'removed')).map(({ id, version }) => [id, version]))

/**
 * Runs the change of rows that have the version they should have.
 * @returns what was done, and the refusals of the others
 */
const runUnchanged = async <Row extends { id: string }>(
  scope: RequestScope,
  rows: readonly Row[],
  isUnchanged: (row: Row) => boolean,
  change: (own: RequestScope, row: Row) => Promise<unknown>,
) => {
  const { done, failed } = await runEachInSavepoint(scope, rows.filter(isUnchanged), change)
  const refusals = new Map<string, ErrorSpec>(failed.map(({ id, code, msg }) => [id, { code, msg }]))
  for (const row of rows) if (!isUnchanged(row)) refusals.set(row.id, bulkErrors.changedSince)
  return { done, refusals }
}
const countOutcomes = (of: readonly (AppliedRow['outcome'] | UndoneRow['undo'])[]) => {
  const count = (...words: readonly string[]) => of.filter((each) => words.includes(each)).length
  return { ok: count('changed', 'undone'), skipped: count('same'), failed: count('refused', 'conflict') }
}

/**
 * Changes rows that were judged so, each on its own, in the caller's transaction, and stores what became of them. A row
 * that has changed since it was judged is left.
 */
export const applyRows = async (
  scope: RequestScope,
  bulk: BulkRef,
  operation: Operation,
  rows: readonly PendingRow[],
  prepared: ReadonlyMap<string, PreparedPassword> = new Map(),
): Promise<Done> => {
  const { work, input, spec } = operation
  const ids = rows.map(({ id }) => id)
  const versions = await readVersions(scope, operation, ids)
  const before = (await work.remember?.(scope, ids, input)) ?? new Map()
  const { done, refusals } = await runUnchanged(
    scope,
    rows,
    ({ id, version }) => version !== null && versions.get(id) === version,
    (own, { id }) => work.apply(own, id, input, prepared.get(id)),
  )
  const after = await readVersions(scope, operation, ids)
  const applied = rows.map(({ seq, id }): AppliedRow => {
    const refusal = refusals.get(id)
    if (refusal)
      return { seq, outcome: classifyRefusal(refusal, work), before: null, versionAfter: null, ...toReason(refusal) }
    const [was = null, versionAfter = null] = [before.get(id), after.get(id)]
    return { seq, outcome: 'changed', before: was, versionAfter, ...noReason }
  })
  await repository.apply(scope.db, bulk, applied)
  const sealed = done.flatMap(({ item: { id } }) => ({ id, sealed: prepared.get(id)?.sealed }))
  if (prepared.size > 0) await passwordsRepository.add(scope.db, bulk, sealed)
  return {
    ...countOutcomes(applied.map(({ outcome }) => outcome)),
    sideEffects: listSideEffects(done, pickEvent(spec)),
  }
}

/** Takes rows back that are still as the operation has left them, in the caller's transaction. */
export const undoRows = async (
  scope: RequestScope,
  bulk: BulkRef,
  operation: Operation,
  rows: readonly DoneRow[],
): Promise<Done> => {
  const { work, input, spec } = operation
  const ids = rows.map(({ id }) => id)
  const versions = await readVersions(scope, operation, ids)
  const { done, refusals } = await runUnchanged(
    scope,
    rows,
    ({ id, versionAfter }) => versionAfter !== null && versions.get(id) === versionAfter,
    async (own, { id, before }) => work.undo?.(own, id, before, input),
  )
  const undone = rows.map(({ seq, id }): UndoneRow => {
    const refusal = refusals.get(id)
    if (!refusal) return { seq, undo: 'undone', ...noReason }
    return { seq, undo: classifyRefusal(refusal, work) === 'conflict' ? 'conflict' : 'refused', ...toReason(refusal) }
  })
  await repository.undo(scope.db, bulk, undone)
  return {
    ...countOutcomes(undone.map(({ undo }) => undo)),
    sideEffects: listSideEffects(done, pickEvent(spec.undo ?? spec)),
  }
}
