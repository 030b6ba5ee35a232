import type { RequestScope } from '../../../kernel/scope.ts'
import type { GrantsReader } from '../../access/authorization/index.ts'
import { sessionRepository } from './session.repository.ts'

/** Returns a function that reads the caller's grants, with the stamp read before them: listeners from it miss no change. */
export const createOwnGrants =
  (readGrants: GrantsReader) =>
  async ({ db, actor }: RequestScope) => {
    // Sent together; the first query is answered first.
    const [stamp, grants] = await Promise.all([
      sessionRepository.grantStamp(db, actor.sessionId),
      readGrants(db, actor),
    ])
    return { ...grants, stamp }
  }
export type OwnGrants = ReturnType<typeof createOwnGrants>
