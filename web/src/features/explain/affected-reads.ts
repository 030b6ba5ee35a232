import { accessRequestsContract } from '@atrium/contract/features/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'

/** What must be read again after a role was given, or a request was made or decided. */
export const affected = [
  explainContract.explain,
  explainContract.mine,
  explainContract.ownRequests,
  accessRequestsContract.list,
  accessRequestsContract.roles,
  usersContract.list,
  usersContract.roles,
] as const
