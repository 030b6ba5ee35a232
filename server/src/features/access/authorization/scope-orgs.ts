import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { RoleRights } from './role-rights.ts'

/** An organisation whose users a role shows, and whether those of its descendants are included. */
export type ScopeOrg = { id: string; path: string; below: boolean }

/** Data scopes that depend on the user's organisations. */
export const orgDataScopes = ['orgSub', 'org'] as const satisfies readonly DataScope[]

/** Whether all of a role's data scopes depend on organisations, so that it can be assigned for one. */
export const canHaveScopeOrg = ({ everything, rowScopes }: RoleRights): boolean =>
  !everything && rowScopes.every(({ dataScope }) => orgDataScopes.some((scope) => scope === dataScope))

/** Whether these row scopes show every user of the company. */
export const canSeeEverybody = (rows: Actor['rows']): boolean =>
  rows === 'all' || rows.some(({ wide, rules }) => wide && rules.length === 0)

/** Whether these row scopes show all users that a role shows in an organisation. */
export const canSeeScopeOrg = (rows: Actor['rows'], { id, path, below }: ScopeOrg): boolean =>
  rows === 'all' ||
  canSeeEverybody(rows) ||
  rows.some(
    ({ rules, groupIds, groupPaths }) =>
      rules.length === 0 &&
      (groupPaths.some((groupPath) => path.startsWith(groupPath)) || (!below && groupIds.includes(id))),
  )
