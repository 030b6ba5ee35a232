import type { unchangedReasons } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { addTo, type Bitset, difference, intersection, isEmpty } from './bitset.ts'
import { type AssigneeGroup, createEffectiveElements, listLineage, type RolesById } from './effective-elements.ts'

/** Why rights stay the same, with the ids of the roles that are the reason. */
export type UnchangedReason = { reason: (typeof unchangedReasons)[number]; roles: string[] }
type ElementsOf = (role: string) => Bitset

const differs = (one: Bitset, other: Bitset) => !isEmpty(difference(one, other)) || !isEmpty(difference(other, one))

/**
 * Returns a function that explains why users with affected roles neither gain nor lose an element.
 * @param of roles before and after, what they grant before and after, all elements, and those that the company's plan
 *   withholds
 */
export const createReasonOfUnchanged = (of: {
  before: RolesById
  after: RolesById
  effective: readonly [ElementsOf, ElementsOf]
  all: Bitset
  withheld: Bitset
}): ((group: AssigneeGroup) => UnchangedReason) => {
  const none = new Int32Array(of.all.length)
  const withoutLocks = [
    createEffectiveElements(of.before, of.all, true),
    createEffectiveElements(of.after, of.all, true),
  ] as const

  /** What a role contributes to the users before and after. */
  const listContributions = (
    { roles, next = roles }: AssigneeGroup,
    [before, after]: readonly [ElementsOf, ElementsOf],
  ) =>
    [...new Set([...roles, ...next])].map((role) => ({
      role,
      was: roles.includes(role) ? before(role) : none,
      is: next.includes(role) ? after(role) : none,
    }))
  const changedElements = (contributions: ReturnType<typeof listContributions>) => {
    const changed = new Int32Array(of.all.length)
    for (const { was, is } of contributions) {
      addTo(changed, difference(is, was))
      addTo(changed, difference(was, is))
    }
    return changed
  }

  return (group) => {
    const contributions = listContributions(group, of.effective)
    const changed = changedElements(contributions)
    const allowed = difference(changed, of.withheld)
    if (!isEmpty(allowed)) {
      const holders = contributions.filter(({ was, is }) => !differs(was, is) && !isEmpty(intersection(is, allowed)))
      return { reason: 'otherRole', roles: holders.map(({ role }) => role) }
    }
    if (!isEmpty(changed)) return { reason: 'plan', roles: [] }
    const hidden = listContributions(group, withoutLocks).filter(({ was, is }) => differs(was, is))
    if (hidden.length === 0) return { reason: 'sameElements', roles: [] }
    const locked = hidden.flatMap(
      ({ role }) => listLineage(of.after, role).find(({ status }) => status !== 1)?.id ?? [],
    )
    return { reason: 'locked', roles: [...new Set(locked)] }
  }
}
