import type { RequestScope } from '../../../kernel/scope.ts'
import type { GrantsReader } from '../../access/authorization/index.ts'
import { grantStampsRepository } from './grant-stamps.repository.ts'

/** Returns a function that reads the caller's grants, with the stamp read before them: listeners from it miss no change. */
export const createOwnGrants =
  (grants: GrantsReader) =>
  async ({ db, actor }: RequestScope) => {
    const found = await grantStampsRepository.find(db, actor)
    // The session ended a moment ago; its next call is refused.
    if (!found) return { ...(await grants.read(db, actor)), stamp: '' }
    return { ...(await grants.readAt(db, actor, found.grantsStamp)), stamp: found.stamp }
  }
export type OwnGrants = ReturnType<typeof createOwnGrants>
