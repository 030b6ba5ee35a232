import type { ScopedKind } from '@atrium/contract/features/access/row-scopes/id-bounds.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindOutOfScope } from '../../../kernel/http/bound-ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { findInvisibleUsers } from '../row-scopes/index.ts'
import { rowScopesRepository } from './row-scopes.repository.ts'
import { canSeeScopeOrg } from './scope-orgs.ts'

const findOutOfScopeOrgs = async (db: Db, actor: Actor, ids: readonly string[], below: boolean) => {
  const found = await rowScopesRepository.findOrganizations(db, actor.companyId, ids)
  const seen = new Set(found.flatMap((org) => (canSeeScopeOrg(actor.rows, { ...org, below }) ? org.id : [])))
  return ids.filter((id) => !seen.has(id))
}
const find: Readonly<Record<ScopedKind, (db: Db, actor: Actor, ids: readonly string[]) => Promise<string[]>>> = {
  user: findInvisibleUsers,
  organization: (db, actor, ids) => findOutOfScopeOrgs(db, actor, ids, false),
  subtree: (db, actor, ids) => findOutOfScopeOrgs(db, actor, ids, true),
}
/** Users that the caller does not see, and organisations of which they do not see all members. */
export const findOutOfScope: FindOutOfScope = (db, actor, kind, ids) => find[kind as ScopedKind](db, actor, ids)
