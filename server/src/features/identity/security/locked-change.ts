import type { Db } from '../../../kernel/db/database.ts'
import type { Actor, AuditNote, DetachedScope } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { noteSelf } from './note-self.ts'

/**
 * Changes the caller's security settings with the user row locked, so that parallel changes are serialized. Takes the
 * work, and the audit note.
 */
export const changeUserLocked = async (
  scope: DetachedScope<Actor>,
  work: (db: Db) => Promise<unknown>,
  auditNote: Pick<AuditNote, 'before' | 'after'>,
): Promise<null> => {
  await scope.commit(async (db) => {
    await users.hold(db, scope.actor)
    await work(db)
    noteSelf(scope, auditNote)
  })
  return null
}
