import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserUpdate } from '@atrium/contract/features/people/users/users.contract.ts'
import type { AuditNote, RequestScope } from '../../../kernel/scope.ts'
import { type ConfirmAssignments, planRoleChange } from './role-change.ts'
import { keepAdministrators, requireRight } from './user-rules.ts'

type AuditParts = NonNullable<AuditNote['parts']>
/** Plans which organisations a user belongs to. `apply` returns audit parts for the organisations. */
export type PlanMemberships = (
  scope: Pick<RequestScope, 'db' | 'actor'>,
  user: { id: string; account: string },
  requested: readonly RequestedMembership[],
  field: string,
) => Promise<{ isLeaving: boolean; apply(): Promise<AuditParts> }>
export type AssignmentPorts = { planMemberships: PlanMemberships; confirmAssignments: ConfirmAssignments }

/**
 * Plans the roles and organisations of an edited user; absent ones stay. Requires the right of the calls that change
 * them alone, and throws as these do. Returns a function that runs the edit after confirmation of the rights gained and
 * lost, and returns the audit values of roles before and after, and parts.
 */
export const planAssignments = async (
  { planMemberships, confirmAssignments }: AssignmentPorts,
  scope: RequestScope,
  user: { id: string; account: string },
  { roles, orgs }: Pick<UserUpdate, 'roles' | 'orgs'>,
) => {
  if (roles) requireRight(scope.actor, 'sysUsers:roles')
  if (orgs) requireRight(scope.actor, 'sysOrgs:members')
  const roleChange = roles && (await planRoleChange(scope, user, { roles, mode: 'replace' }))
  const membershipChange = orgs && (await planMemberships(scope, user, orgs, 'orgs'))
  return async (edit: () => Promise<unknown>) => {
    let parts: AuditParts = []
    const change = () =>
      keepAdministrators(scope.db, scope.actor, async () => {
        await roleChange?.apply()
        parts = (await membershipChange?.apply()) ?? []
        await edit()
      })
    if (roleChange || membershipChange || scope.origin.dryRun)
      await confirmAssignments(scope, [user.id], change, membershipChange?.isLeaving)
    else await change()
    const audited = await roleChange?.audited()
    return { before: audited?.before, after: audited?.after, parts: [...parts, ...(audited?.parts ?? [])] }
  }
}
