import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import type { AppError, AuditSideEffects, RequestScope } from '../../../../kernel/scope.ts'

type Reader = Pick<RequestScope, 'db' | 'actor'>
type MembershipPlan = {
  refusals: readonly (AppError | undefined)[]
  isLeaving: boolean
  apply(userIds: ReadonlySet<string>): Promise<{ sideEffects: AuditSideEffects; names: ReadonlyMap<string, string[]> }>
}
/** Plans which organisations users belong to: for each what refuses it, and how to apply it for some of them. */
export type PlanMemberships = (
  reader: Reader,
  asked: readonly { user: { id: string; account: string }; requested: readonly RequestedMembership[] }[],
  field: string,
) => Promise<MembershipPlan>
