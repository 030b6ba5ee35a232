import type { FindOutOfScope } from '../../../kernel/http/bound-ids.ts'
import { canSeeScopeOrg, findOrganizations } from '../authorization/index.ts'
import { findInvisibleUsers } from './visible-users.repository.ts'

/** Users whom the caller does not see, and organisations of which they do not see all members. */
export const findOutOfScope: FindOutOfScope = async (db, actor, kind, ids) => {
  if (kind === 'user') return findInvisibleUsers(db, actor, ids)
  const below = kind === 'subtree'
  const found = await findOrganizations(db, actor.companyId, ids)
  const seen = new Set(found.flatMap((org) => (canSeeScopeOrg(actor.rows, { ...org, below }) ? org.id : [])))
  return ids.filter((id) => !seen.has(id))
}
