import type { RequestScope } from '../../kernel/scope.ts'
import { createGrants } from '../access/index.ts'
import { sessionRepository } from './session.repository.ts'

/** What the caller may do, with the stamp of before it was read: what changes in between is told to whoever listens from there. */
export const createOwnGrants =
  (grantsOf = createGrants()) =>
  async ({ db, actor }: RequestScope) => {
    // Both travel together; the one that is sent first is answered first.
    const [[standing], grants] = await Promise.all([
      sessionRepository.standings(db, [actor.sessionId]),
      grantsOf(db, actor),
    ])
    return { ...grants, stamp: standing?.stamp ?? '' }
  }
