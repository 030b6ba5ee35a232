import { type DataScope, dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'

/** A role's row scope; `dataOrgIds` counts only with `custom`. */
export type RowScope = { dataScope: DataScope; dataOrgIds: readonly string[] }
/** Rights held by one or several roles. */
export type RoleRights = {
  everything: boolean
  elements: readonly string[]
  menus: readonly string[]
  rowScopes: readonly RowScope[]
}

const includesAll = (held: readonly string[], wanted: readonly string[]) => {
  const known = new Set(held)
  return wanted.every((each) => known.has(each))
}
const isWider = (one: DataScope, other: DataScope) => dataScopes.indexOf(one) < dataScopes.indexOf(other)

/**
 * Whether holders of these row scopes can grant another. Each scope contains the next; `custom` organisations must be
 * among the holder's own custom ones or lie within a company-wide scope.
 */
export const canGrantRows = (held: readonly RowScope[], { dataScope, dataOrgIds }: RowScope): boolean => {
  const limit = dataScope === 'custom' ? 'orgSub' : dataScope
  if (held.some((each) => isWider(each.dataScope, limit))) return true
  const sameScope = held.filter((each) => each.dataScope === dataScope)
  if (dataScope !== 'custom') return sameScope.length > 0
  const orgs = sameScope.flatMap((each) => each.dataOrgIds)
  return includesAll(orgs, dataOrgIds)
}

/** Data scopes that holders of these rights can grant; `custom` at least with one of their own organisations. */
export const grantableScopes = ({ everything, rowScopes }: RoleRights): DataScope[] => {
  const orgs = rowScopes.flatMap(({ dataOrgIds }) => dataOrgIds).slice(0, 1)
  const isHeld = (dataScope: DataScope) =>
    dataScope === 'custom'
      ? orgs.length > 0 || rowScopes.some((each) => isWider(each.dataScope, 'orgSub'))
      : canGrantRows(rowScopes, { dataScope, dataOrgIds: [] })
  return dataScopes.filter((each) => everything || isHeld(each))
}

/**
 * Whether the holder has all of the wanted rights. Users cannot grant, revoke or override rights they do not hold
 * (2005).
 */
export const canGrant = (held: RoleRights, wanted: RoleRights): boolean =>
  held.everything ||
  (!wanted.everything &&
    includesAll(held.elements, wanted.elements) &&
    includesAll(held.menus, wanted.menus) &&
    wanted.rowScopes.every((each) => canGrantRows(held.rowScopes, each)))
