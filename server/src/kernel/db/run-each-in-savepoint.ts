import type { AuditNote, RequestScope } from '../scope.ts'
import { runInSavepoint } from './savepoint.ts'

/**
 * Runs the work for each item in its own savepoint, so that a refusal undoes only that item. Confirmations are skipped:
 * the caller confirms the batch as a whole.
 * @returns the audit notes of the completed items, and the refused ones
 */
export const runEachInSavepoint = async <Item extends { id: string }>(
  scope: RequestScope,
  items: readonly Item[],
  work: (own: RequestScope, item: Item) => Promise<unknown>,
) => {
  const done: { item: Item; noted: AuditNote }[] = []
  const failed: { id: string; code: number; msg: string }[] = []
  for (const item of items) {
    const noted: AuditNote = {}
    const confirm = () => undefined
    const own = { ...scope, confirm, note: (added: AuditNote) => void Object.assign(noted, added) }
    const refusal = await runInSavepoint(scope.db, () => work(own, item))
    if (refusal) failed.push({ id: item.id, code: refusal.spec.code, msg: refusal.spec.msg })
    else done.push({ item, noted })
  }
  return { done, failed }
}
