import type { RequestScope } from '../../kernel/scope.ts'
import { createGrants } from '../access/index.ts'
import { sessionRepository } from './session.repository.ts'

/** What the caller may do, with the stamp of before it was read: what changes in between is told to whoever listens from there. */
export const createOwnGrants =
  (grantsOf = createGrants()) =>
  async ({ db, actor }: RequestScope) => {
    const [standing] = await sessionRepository.standings(db, [actor.sessionId])
    return { ...(await grantsOf(db, actor)), stamp: standing?.stamp ?? '' }
  }
