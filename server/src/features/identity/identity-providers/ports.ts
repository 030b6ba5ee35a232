import type { Membership } from '@atrium/contract/features/people/users/assignments.ts'
import type { AppError, AuditSideEffects, RequestScope } from '../../../kernel/scope.ts'

type Requested = Membership & { orgId: string }
/** Plans which organisations users belong to: for each what refuses it, and how to apply it. */
export type PlanMemberships = (
  reader: Pick<RequestScope, 'db' | 'actor'>,
  asked: readonly { user: { id: string; account: string }; requested: readonly Requested[] }[],
  field: string,
) => Promise<{
  refusals: readonly (AppError | undefined)[]
  apply(userIds: ReadonlySet<string>): Promise<{ sideEffects: AuditSideEffects }>
}>
