import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const { list, get, create, update } = usersContract
const { remove, restore, disable, enable } = userStatusContract

/** What an application that provisions users does in its owner's name, as calls of the console. */
export const scimEndpoints: readonly Endpoint[] = [
  list,
  get,
  create,
  update,
  remove,
  restore,
  disable,
  enable,
  roleMembersContract.members,
  roleMembersContract.changeMembers,
  organizationsContract.members,
]
