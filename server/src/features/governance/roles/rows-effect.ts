import type { RowsChange } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { type DataRule, type DataScope, dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { RoleGrants } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { AssigneeGroup } from './effective-elements.ts'

/** Rows a role shows. */
export type RoleRows = Pick<RoleGrants, 'dataScope' | 'dataOrgIds' | 'rules'>
type RowsDifference = RowsChange['change'] | 'same'

/** Within one company, `all` and `company` are the same rows. */
const toWidth = (scope: DataScope) => Math.max(1, dataScopes.indexOf(scope))

/** Takes whether each side includes the other. */
const toDifference = (holdsBefore: boolean, holdsAfter: boolean): RowsDifference => {
  if (holdsBefore && holdsAfter) return 'same'
  if (holdsBefore) return 'wider'
  return holdsAfter ? 'narrower' : 'other'
}
const includes = (one: readonly string[], other: readonly string[]) => other.every((each) => one.includes(each))

const scopeDifference = (before: RoleRows, after: RoleRows): RowsDifference => {
  if (before.dataScope === 'custom' && after.dataScope === 'custom')
    return toDifference(includes(after.dataOrgIds, before.dataOrgIds), includes(before.dataOrgIds, after.dataOrgIds))
  const holds = (one: DataScope, other: DataScope) => {
    // Chosen organisations may or may not be the user's own.
    const isForeign =
      [one, other].includes('custom') && [one, other].some((each) => each === 'org' || each === 'orgSub')
    return !isForeign && toWidth(one) <= toWidth(other)
  }
  return toDifference(holds(after.dataScope, before.dataScope), holds(before.dataScope, after.dataScope))
}
// The database returns the properties of a rule in its own order.
const ruleKey = ({ resource, match, conditions }: DataRule) =>
  JSON.stringify([
    resource,
    match,
    conditions.map(({ field, op, value, var: variable }) => [field, op, value, variable]),
  ])
/** Equal for equal rows. */
export const rowsKey = ({ dataScope, dataOrgIds, rules }: RoleRows): string =>
  JSON.stringify([dataScope, dataOrgIds, rules.map(ruleKey)])

/** A row must match all rules, so fewer rules show more. */
const ruleDifference = (before: RoleRows, after: RoleRows): RowsDifference => {
  const [keysBefore, keysAfter] = [before.rules.map(ruleKey), after.rules.map(ruleKey)]
  return toDifference(includes(keysBefore, keysAfter), includes(keysAfter, keysBefore))
}

/** Whether a change shows more rows, fewer, others or the same. */
export const rowsDifference = (before: RoleRows, after: RoleRows): RowsDifference => {
  const [scope, rules] = [scopeDifference(before, after), ruleDifference(before, after)]
  if (scope === rules || rules === 'same') return scope
  return scope === 'same' ? rules : 'other'
}

/** Number of direct assignees who see all rows through no other role; row scopes are not inherited. */
export const countRowAssignees = (
  id: string,
  groups: readonly AssigneeGroup[],
  roles: ReadonlyMap<string, { status: number; seesAll: boolean }>,
): number => {
  const isOpen = (role: string) => role !== id && roles.get(role)?.status === 1 && roles.get(role)?.seesAll === true
  if (roles.get(id)?.status !== 1) return 0
  return groups
    .filter((each) => each.roles.includes(id) && !each.roles.some(isOpen))
    .reduce((sum, { people }) => sum + people, 0)
}
