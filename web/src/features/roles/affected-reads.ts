import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'

const { list, get, menus, elements, grants, members, compare } = rolesContract

/** What must be read again after something was done to a role. */
export const affected = [
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
