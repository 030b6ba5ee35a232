import { type DataScope, dataScopes } from '@atrium/contract/features/roles/data-rules.ts'

/** Whose rows a role shows; the organisations count with `custom` alone. */
export type RowScope = { dataScope: DataScope; dataOrgIds: readonly string[] }
/** What a role or several of them hold. */
export type RoleRights = {
  everything: boolean
  elements: readonly string[]
  menus: readonly string[]
  rowScopes: readonly RowScope[]
}

const includes = (held: readonly string[], wanted: readonly string[]) => {
  const known = new Set(held)
  return wanted.every((each) => known.has(each))
}
const isWider = (one: DataScope, other: DataScope) => dataScopes.indexOf(one) < dataScopes.indexOf(other)

/**
 * Whether whoever sees these rows may let others see those: of the scopes each contains the next (wire §5), but organisations
 * by name lie within the same ones, or within a whole company.
 */
export const sees = (held: readonly RowScope[], { dataScope, dataOrgIds }: RowScope): boolean => {
  const limit = dataScope === 'custom' ? 'orgSub' : dataScope
  if (held.some((each) => isWider(each.dataScope, limit))) return true
  const alike = held.filter((each) => each.dataScope === dataScope)
  if (dataScope !== 'custom') return alike.length > 0
  const orgs = alike.flatMap((each) => each.dataOrgIds)
  return includes(orgs, dataOrgIds)
}

/** Whether somebody holds all of that himself: nobody gives, takes or overpowers what he does not hold (wire §18, 2005). */
export const covers = (held: RoleRights, wanted: RoleRights): boolean =>
  held.everything ||
  (!wanted.everything &&
    includes(held.elements, wanted.elements) &&
    includes(held.menus, wanted.menus) &&
    wanted.rowScopes.every((each) => sees(held.rowScopes, each)))
