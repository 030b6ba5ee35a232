import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, get, compare } = rolesContract
const { menus, elements, grants } = roleGrantsContract
const { members } = roleMembersContract

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
  userRolesContract.roles,
  userRolesContract.effective,
] as const
