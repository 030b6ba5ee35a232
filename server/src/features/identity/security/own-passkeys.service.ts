import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { noteSelf } from './note-self.ts'
import { passkeysRepository as repository } from './passkeys.repository.ts'

/** The caller's passkeys; other users' passkeys answer not found. */
export const ownPasskeys = {
  list: ({ db, actor }: RequestScope) => repository.list(db, actor),

  async rename(scope: RequestScope, id: string, name: string) {
    const before = orNotFound(await repository.find(scope.db, scope.actor, id))
    await repository.rename(scope.db, scope.actor, id, name)
    noteSelf(scope, { before, after: { name } })
    return null
  },

  async remove(scope: RequestScope, id: string) {
    const before = orNotFound(await repository.remove(scope.db, scope.actor, id))
    noteSelf(scope, { before })
    return null
  },
}
