import { maxRoleDepth } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { addTo, type Bitset, bitset } from './bitset.ts'

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

/** A role and its ancestors, the nearest first. */
export const listLineage = (roles: RolesById, id: string): RoleNode[] => {
  const line: RoleNode[] = []
  let role = roles.get(id)
  while (role && line.length < maxRoleDepth) {
    line.push(role)
    role = role.parent === null ? undefined : roles.get(role.parent)
  }
  return line
}

/**
 * Effective elements of each role, inherited ones included. A locked role grants nothing and cuts off its ancestors, as
 * `role_ancestors` does; `ignoresLocks` shows what they would grant if nothing were locked.
 */
export const createEffectiveElements = (roles: RolesById, all: Bitset, ignoresLocks = false) => {
  const cache = new Map<string, Bitset>()
  const computeElements = (id: string): Bitset => {
    const sum = new Int32Array(all.length)
    for (const role of listLineage(roles, id)) {
      if (role.status !== 1 && !ignoresLocks) break
      addTo(sum, role.everything ? all : bitset(role.bits, all.length))
    }
    return sum
  }
  return (id: string): Bitset => {
    const found = cache.get(id) ?? computeElements(id)
    cache.set(id, found)
    return found
  }
}
