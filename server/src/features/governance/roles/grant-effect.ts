import { maxNamesInImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { maxRoleDepth } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { addTo, type Bitset, bitset, bitsOf, difference, has, isEmpty } from './bitset.ts'

/** A role as far as it affects its assignees' rights. */
export type RoleNode = {
  id: string
  parent: string | null
  status: number
  everything: boolean
  /** Bit positions of its own elements. */
  bits: readonly number[]
}
/** Users with the same current roles: their number, the first ids, and their next roles if these change. */
export type AssigneeGroup = {
  roles: readonly string[]
  next?: readonly string[]
  people: number
  first: readonly string[]
}
export type RolesById = ReadonlyMap<string, RoleNode>
/** An API with the elements that open it. */
export type Gate = { api: string; bits: readonly number[] }
type Person = { userId: string; bits: readonly number[] }

/**
 * Effective elements of each role, inherited ones included. A locked role grants nothing and cuts off its ancestors, as
 * `role_ancestors` does.
 */
const createEffectiveElements = (roles: RolesById, all: Bitset) => {
  const cache = new Map<string, Bitset>()
  const computeElements = (id: string): Bitset => {
    const sum = new Int32Array(all.length)
    let role = roles.get(id)
    for (let step = 1; role?.status === 1 && step <= maxRoleDepth; step += 1) {
      addTo(sum, role.everything ? all : bitset(role.bits, all.length))
      role = role.parent === null ? undefined : roles.get(role.parent)
    }
    return sum
  }
  return (id: string): Bitset => {
    const found = cache.get(id) ?? computeElements(id)
    cache.set(id, found)
    return found
  }
}

/** Counts one side of an effect: gains or losses. */
const createChangeCounter = () => {
  let people = 0
  const byBit = new Map<number, number>()
  const named: Person[] = []
  return {
    add(group: AssigneeGroup, changed: Bitset) {
      if (isEmpty(changed)) return
      people += group.people
      const bits = bitsOf(changed)
      for (const bit of bits) byBit.set(bit, (byBit.get(bit) ?? 0) + group.people)
      for (const userId of group.first) named.push({ userId, bits })
    },
    result: () => ({
      people,
      byBit,
      named: named.sort((one, other) => (one.userId < other.userId ? -1 : 1)).slice(0, maxNamesInImpact),
    }),
  }
}

/**
 * Effect of a role change on its assignees. Exact, because users with the same roles gain and lose the same. In: roles
 * before and after, affected users grouped by roles, all elements as a bitset, and what elements open. `named` holds
 * the first users by id; an API opens if some user could not call it before.
 */
export const effectOf = (of: {
  before: RolesById
  after: RolesById
  assigneeGroups: readonly AssigneeGroup[]
  all: Bitset
  gates: readonly Gate[]
}) => {
  const [elementsBefore, elementsAfter] = [
    createEffectiveElements(of.before, of.all),
    createEffectiveElements(of.after, of.all),
  ]
  const [gain, lose] = [createChangeCounter(), createChangeCounter()]
  const [opened, closed] = [new Set<string>(), new Set<string>()]
  for (const group of of.assigneeGroups) {
    const [before, after] = [new Int32Array(of.all.length), new Int32Array(of.all.length)]
    for (const role of group.roles) addTo(before, elementsBefore(role))
    for (const role of group.next ?? group.roles) addTo(after, elementsAfter(role))
    const [gained, lost] = [difference(after, before), difference(before, after)]
    gain.add(group, gained)
    lose.add(group, lost)
    if (isEmpty(gained) && isEmpty(lost)) continue
    for (const { api, bits } of of.gates) {
      const [was, is] = [bits.some((bit) => has(before, bit)), bits.some((bit) => has(after, bit))]
      if (is && !was) opened.add(api)
      if (was && !is) closed.add(api)
    }
  }
  return { gain: gain.result(), lose: lose.result(), opened: [...opened].sort(), closed: [...closed].sort() }
}
