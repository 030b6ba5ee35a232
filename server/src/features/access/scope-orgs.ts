import type { DataScope } from '@atrium/contract/features/roles/data-rules.ts'
import type { Actor } from '../../kernel/scope.ts'
import type { RoleRights } from './covers.ts'

/** The organisation a role is given for, and whether its wearer sees what stands below it too. */
export type Anchor = { id: string; path: string; below: boolean }

/** Of what roles with these scopes show, the wearer's organisations decide. */
export const anchorableScopes = ['orgSub', 'org'] as const satisfies readonly DataScope[]

/** Whether a role shows the data of organisations, so that it can be given for one. */
export const isAnchorable = ({ everything, rowScopes }: RoleRights): boolean =>
  !everything && rowScopes.every(({ dataScope }) => anchorableScopes.some((scope) => scope === dataScope))

/** Whether somebody sees all the people that a role shows which is given for an organisation. */
export const seesAnchor = (rows: Actor['rows'], { id, path, below }: Anchor): boolean =>
  rows === 'all' ||
  rows.some(
    ({ rules, wide, orgIds, orgPaths }) =>
      rules.length === 0 &&
      (wide || orgPaths.some((above) => path.startsWith(above)) || (!below && orgIds.includes(id))),
  )
