import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

/** Reads to invalidate after a role assignment, and after a request was made or decided. */
export const affectedReads = [
  explainContract.explain,
  explainContract.mine,
  explainContract.ownRequests,
  accessRequestsContract.list,
  accessRequestsContract.roles,
  usersContract.list,
  usersContract.get,
  userRolesContract.roles,
  userRolesContract.effective,
] as const
