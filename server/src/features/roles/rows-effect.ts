import { type DataRule, type DataScope, dataScopes } from '@atrium/contract/features/roles/data-rules.ts'
import type { RoleGrants, RowsChange } from '@atrium/contract/features/roles/roles.contract.ts'
import type { WearersOf } from './grant-effect.ts'

/** Whose rows a role shows. */
export type RoleRows = Pick<RoleGrants, 'dataScope' | 'dataOrgIds' | 'rules'>
type Way = RowsChange['change'] | 'same'

/** Within one company, everything and the whole company are the same rows. */
const widthOf = (scope: DataScope) => Math.max(1, dataScopes.indexOf(scope))

/** In: whether nothing is missing of the one, and of the other. */
const wayOf = (holdsBefore: boolean, holdsAfter: boolean): Way => {
  if (holdsBefore && holdsAfter) return 'same'
  if (holdsBefore) return 'wider'
  return holdsAfter ? 'narrower' : 'other'
}
const includes = (one: readonly string[], other: readonly string[]) => other.every((each) => one.includes(each))

const scopeWay = (before: RoleRows, after: RoleRows): Way => {
  if (before.dataScope === 'custom' && after.dataScope === 'custom')
    return wayOf(includes(after.dataOrgIds, before.dataOrgIds), includes(before.dataOrgIds, after.dataOrgIds))
  const holds = (one: DataScope, other: DataScope) => {
    // Organisations by name may be somebody's own or not.
    const isForeign =
      [one, other].includes('custom') && [one, other].some((each) => each === 'org' || each === 'orgSub')
    return !isForeign && widthOf(one) <= widthOf(other)
  }
  return wayOf(holds(after.dataScope, before.dataScope), holds(before.dataScope, after.dataScope))
}
// The database gives the fields of a rule in an order of its own.
const ruleKey = ({ resource, match, conditions }: DataRule) =>
  JSON.stringify([
    resource,
    match,
    conditions.map(({ field, op, value, var: variable }) => [field, op, value, variable]),
  ])
/** The same text for the same rows, and another for others. */
export const rowsKey = ({ dataScope, dataOrgIds, rules }: RoleRows): string =>
  JSON.stringify([dataScope, dataOrgIds, rules.map(ruleKey)])

/** A row has to match every rule, so that fewer rules show more. */
const ruleWay = (before: RoleRows, after: RoleRows): Way => {
  const [were, are] = [before.rules.map(ruleKey), after.rules.map(ruleKey)]
  return wayOf(includes(were, are), includes(are, were))
}

/** Whether a role shows more rows after a change than before, fewer, others, or the same ones. */
export const rowsWay = (before: RoleRows, after: RoleRows): Way => {
  const [scope, rules] = [scopeWay(before, after), ruleWay(before, after)]
  if (scope === rules || rules === 'same') return scope
  return scope === 'same' ? rules : 'other'
}

/** How many wear the role itself and see every row by no other: whose rows a role shows is not inherited. */
export const rowsWearers = (
  id: string,
  wearers: readonly WearersOf[],
  roles: ReadonlyMap<string, { status: number; seesAll: boolean }>,
): number => {
  const isOpen = (role: string) => role !== id && roles.get(role)?.status === 1 && roles.get(role)?.seesAll === true
  if (roles.get(id)?.status !== 1) return 0
  return wearers
    .filter((each) => each.roles.includes(id) && !each.roles.some(isOpen))
    .reduce((sum, { people }) => sum + people, 0)
}
