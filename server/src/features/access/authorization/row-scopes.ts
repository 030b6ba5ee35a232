import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor, RowScope } from '../../../kernel/scope.ts'
import { rowScopesRepository as repository } from './row-scopes.repository.ts'

type Role = Awaited<ReturnType<typeof repository.ofRoles>>[number]
type Org = { id: string; path: string }

const wideScopes: readonly string[] = ['all', 'company'] satisfies DataScope[]
const emptyScope = { wide: false, groupIds: [], groupPaths: [] }

const toRowScope = ({ scope, orgIds, rules, anchor, ofOwn }: Role, userOrgs: readonly Org[]): RowScope => {
  if (wideScopes.includes(scope)) return { ...emptyScope, wide: true, rules }
  const orgs = [...(anchor ? [anchor] : []), ...(ofOwn ? userOrgs : [])]
  if (scope === 'orgSub') return { ...emptyScope, groupPaths: orgs.map(({ path }) => path), rules }
  if (scope === 'org') return { ...emptyScope, groupIds: orgs.map(({ id }) => id), rules }
  return { ...emptyScope, groupIds: scope === 'custom' ? orgIds : [], rules }
}

/** Row scopes of a user's current roles; their union is visible besides the user's own rows. */
export const readRowScopes = async (db: Db, companyId: string, userId: string): Promise<Actor['rows']> => {
  const roles = await repository.ofRoles(db, companyId, userId)
  const isUnrestricted = (role: Role) => role.everything || (wideScopes.includes(role.scope) && role.rules.length === 0)
  if (roles.some(isUnrestricted)) return 'all'
  const userOrgs = await repository.listOrgs(db, companyId, userId)
  return roles.map((role) => toRowScope(role, userOrgs))
}

/** Row scopes by role, with its data scope and the organisation it is held through. */
export const rowsByRole = async (db: Db, companyId: string, userId: string) => {
  const [roles, userOrgs] = await Promise.all([
    repository.ofRoles(db, companyId, userId),
    repository.listOrgs(db, companyId, userId),
  ])
  return roles.map((role) => {
    const rows: RowScope = role.everything ? { ...emptyScope, wide: true, rules: [] } : toRowScope(role, userOrgs)
    const { id, name, everything } = role
    const scope = everything ? 'all' : (role.scope as DataScope)
    return { id, name, everything, scope, rows, viaOrgId: role.wornBy, scopeOrgId: role.anchor?.id ?? null }
  })
}
