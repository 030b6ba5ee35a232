import type { DataScope } from '@atrium/contract/features/roles/data-rules.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor, RowScope } from '../../kernel/scope.ts'
import { rowScopesRepository as repository } from './row-scopes.repository.ts'

type Role = Awaited<ReturnType<typeof repository.ofRoles>>[number]
type Org = { id: string; path: string }

const wideScopes: readonly string[] = ['all', 'company'] satisfies DataScope[]
const narrow = { wide: false, orgIds: [], orgPaths: [] }

const scopeOf = ({ scope, orgIds, rules, anchor, ofOwn }: Role, own: readonly Org[]): RowScope => {
  if (wideScopes.includes(scope)) return { ...narrow, wide: true, rules }
  const orgs = [...(anchor ? [anchor] : []), ...(ofOwn ? own : [])]
  if (scope === 'orgSub') return { ...narrow, orgPaths: orgs.map(({ path }) => path), rules }
  if (scope === 'org') return { ...narrow, orgIds: orgs.map(({ id }) => id), rules }
  return { ...narrow, orgIds: scope === 'custom' ? orgIds : [], rules }
}

/** Whose rows somebody sees beside his own, by the roles he wears now (wire §5): what one of them shows is seen. */
export const rowsOf = async (db: Db, companyId: string, userId: string): Promise<Actor['rows']> => {
  const roles = await repository.ofRoles(db, companyId, userId)
  const isOpen = (role: Role) => role.everything || (wideScopes.includes(role.scope) && role.rules.length === 0)
  if (roles.some(isOpen)) return 'all'
  const own = await repository.orgsOf(db, companyId, userId)
  return roles.map((role) => scopeOf(role, own))
}

/** The same role by role: whose rows each of them shows, by which data scope, and which organisation's members wear it. */
export const rowsByRole = async (db: Db, companyId: string, userId: string) => {
  const [roles, own] = await Promise.all([
    repository.ofRoles(db, companyId, userId),
    repository.orgsOf(db, companyId, userId),
  ])
  return roles.map((role) => {
    const rows: RowScope = role.everything ? { ...narrow, wide: true, rules: [] } : scopeOf(role, own)
    const { id, name, everything, wornBy } = role
    const anchor = role.anchor?.id ?? null
    return { id, name, everything, scope: everything ? 'all' : (role.scope as DataScope), rows, wornBy, anchor }
  })
}
