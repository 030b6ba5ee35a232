import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { newId, newToken } from '../../kernel/ids.ts'
import type { Origin, RequestScope } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import { noteSelf } from './note-self.ts'
import type { Owner } from './second-steps.repository.ts'
import { trustedDevicesRepository as repository } from './trusted-devices.repository.ts'

/** Browsers that need no second step for a while. */
export const trustedDevices = {
  /** Trusts the browser for so many days. Out: the secret for its cookie; only the digest is kept. */
  async trust(db: Db, owner: Owner, { ip, agent }: Pick<Origin, 'ip' | 'agent'>, days: number): Promise<string> {
    const token = newToken()
    await repository.insert(db, owner, { id: newId(), tokenHash: digest(token), ip, agent, days })
    return token
  },
  /** Whether the cookie's secret was given to this person's browser and still holds. */
  isTrusted: (db: Db, owner: Owner, token: string): Promise<boolean> => repository.isTrusted(db, owner, digest(token)),

  /** Trusts none of this person's browsers any more. */
  forgetAll: (db: Db, owner: Owner) => repository.removeAll(db, owner),

  list: ({ db, actor }: RequestScope) => repository.list(db, actor),

  async remove(scope: RequestScope, id: string) {
    const before = orNotFound(await repository.remove(scope.db, scope.actor, id))
    noteSelf(scope, { before })
    return null
  },
}
