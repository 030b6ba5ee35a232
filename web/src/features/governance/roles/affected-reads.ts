import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, get, menus, elements, grants, members, compare } = rolesContract

/** Queries to refetch after a role changes. */
export const affectedReads = [
  list,
  get,
  menus,
  elements,
  grants,
  members,
  compare,
  usersContract.list,
  usersContract.roles,
  usersContract.effective,
] as const
