import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { RoleRights } from './role-rights.ts'

/** The organisation a role is assigned for, and whether its descendants are included. */
export type ScopeOrg = { id: string; path: string; below: boolean }

/** Data scopes that depend on the user's organisations. */
export const orgDataScopes = ['orgSub', 'org'] as const satisfies readonly DataScope[]

/** Whether all of a role's data scopes depend on organisations, so that it can be assigned for one. */
export const canHaveScopeOrg = ({ everything, rowScopes }: RoleRights): boolean =>
  !everything && rowScopes.every(({ dataScope }) => orgDataScopes.some((scope) => scope === dataScope))

/** Whether these row scopes show all users that a role assigned for an organisation shows. */
export const canSeeScopeOrg = (rows: Actor['rows'], { id, path, below }: ScopeOrg): boolean =>
  rows === 'all' ||
  rows.some(
    ({ rules, wide, groupIds, groupPaths }) =>
      rules.length === 0 &&
      (wide || groupPaths.some((groupPath) => path.startsWith(groupPath)) || (!below && groupIds.includes(id))),
  )
