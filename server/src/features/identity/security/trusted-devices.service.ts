import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId, newToken } from '../../../kernel/ids.ts'
import type { Origin, RequestScope } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { noteSelf } from './note-self.ts'
import type { Owner } from './second-steps.repository.ts'
import { trustedDevicesRepository as repository } from './trusted-devices.repository.ts'

/** Browsers that skip the second step for a while. */
export const trustedDevices = {
  /**
   * Trusts the browser for a number of days.
   * @returns the secret for its cookie; only the digest is stored.
   */
  async trust(db: Db, owner: Owner, { ip, agent }: Pick<Origin, 'ip' | 'agent'>, days: number): Promise<string> {
    const token = newToken()
    await repository.insert(db, owner, { id: newId(), tokenHash: digest(token), ip, agent, days })
    return token
  },
  /** Whether the cookie's secret belongs to this user and has not expired. */
  isTrusted: (db: Db, owner: Owner, token: string): Promise<boolean> => repository.isTrusted(db, owner, digest(token)),

  /** Revokes all trusted browsers of the user. */
  forgetAll: (db: Db, owner: Owner) => repository.removeAll(db, owner),

  list: ({ db, actor }: RequestScope) => repository.list(db, actor),

  async remove(scope: RequestScope, id: string) {
    const before = orNotFound(await repository.remove(scope.db, scope.actor, id))
    noteSelf(scope, { before })
    return null
  },
}
