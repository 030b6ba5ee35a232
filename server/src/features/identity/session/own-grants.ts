import type { RequestScope } from '../../../kernel/scope.ts'
import { createGrantsReader } from '../../access/authorization/index.ts'
import { sessionRepository } from './session.repository.ts'

/** The caller's grants, with the stamp read before them: listeners from that stamp miss no change. */
export const createOwnGrants =
  (readGrants = createGrantsReader()) =>
  async ({ db, actor }: RequestScope) => {
    // Sent together; the first query is answered first.
    const [stamp, grants] = await Promise.all([
      sessionRepository.grantStamp(db, actor.sessionId),
      readGrants(db, actor),
    ])
    return { ...grants, stamp }
  }
