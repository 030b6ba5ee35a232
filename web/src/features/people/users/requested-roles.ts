import type { RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import type { AssignedRole, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'

export type RolesState = ReplyOf<typeof userRolesContract.roles>

/** An assignment as a form sends it. */
export const toRequestedRole = ({ roleId, anchor, startTime, expireTime, reason }: AssignedRole): RequestedRole => ({
  roleId,
  startTime,
  expireTime,
  reason,
  orgId: anchor?.id ?? null,
})

/** Names of roles by id, as far as known. */
export type RoleNames = Map<string, string>
export const addRoleNames = (names: RoleNames, assigned: readonly AssignedRole[]): RoleNames => {
  for (const { roleId, name } of assigned) names.set(roleId, name)
  return names
}
/** Role names for the comparison of two versions. */
export const rolesFormatter = (names: RoleNames) => (roles: readonly RequestedRole[] | undefined) =>
  listText((roles ?? []).map(({ roleId }) => names.get(roleId) ?? ''))
