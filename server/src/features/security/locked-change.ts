import type { Db } from '../../kernel/db/database.ts'
import type { Actor, AuditNote, LooseScope } from '../../kernel/scope.ts'
import { users } from '../users/index.ts'
import { noteSelf } from './note-self.ts'

/**
 * Changes what guards the caller while he is held, so that two changes take turns. In: the work, and what the audit log
 * says of it.
 */
export const changeHeld = async (
  scope: LooseScope<Actor>,
  work: (db: Db) => Promise<unknown>,
  said: Pick<AuditNote, 'before' | 'after'>,
): Promise<null> => {
  await scope.commit(async (db) => {
    await users.hold(db, scope.actor)
    await work(db)
    noteSelf(scope, said)
  })
  return null
}
