import type { AuditNote, RequestScope } from '../scope.ts'
import { undoable } from './savepoint.ts'

/**
 * Does the same to many, each for itself: what is refused for one leaves the others as they became. What each would ask about
 * is not asked: all of them are asked about in one question. Out: what was noted of each, and which were refused.
 */
export const eachAlone = async <Item extends { id: string }>(
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
    const refusal = await undoable(scope.db, () => work(own, item))
    if (refusal) failed.push({ id: item.id, code: refusal.spec.code, msg: refusal.spec.msg })
    else done.push({ item, noted })
  }
  return { done, failed }
}
