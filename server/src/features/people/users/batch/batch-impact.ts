import type { BatchAction, BatchImpact } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Judged } from '../../../../kernel/bulk/bulk-source.ts'
import { isOneself, type RequestScope } from '../../../../kernel/scope.ts'
import { roleAssignments } from '../../../access/authorization/index.ts'
import { managedUsersRepository } from '../listing/managed-users.repository.ts'
import { dependentsRepository } from '../status/dependents.repository.ts'
import { lastAdministratorsAmong, strongerThan } from '../user-rules.ts'

type Assignments = Awaited<ReturnType<typeof roleAssignments.ofUsers>>

const lockedStatus = 2
const endsAccess = (action: BatchAction) => action === 'lock' || action === 'disable' || action === 'delete'

/** Refusals the batch will produce, by the same rules and in the same order as the single actions. */
const listRefusals = async (scope: RequestScope, action: BatchAction, ids: readonly string[]) => {
  const { db, actor } = scope
  const found = await managedUsersRepository.statuses(db, actor, ids, action === 'restore' ? 'bin' : 'present')
  const [known, stronger] = [new Map(found.map((user) => [user.id, user])), await strongerThan(db, actor, ids)]
  const findRefusal = (id: string): ErrorSpec | undefined => {
    const user = known.get(id)
    if (!user) return kernelErrors.notFound
    if (isOneself(actor, id)) return usersErrors.oneself
    if (stronger.has(id)) return usersErrors.strongerPerson
    if (action === 'lock' && user.status === lockedStatus) return usersErrors.alreadyLocked
    if (action === 'unlock' && user.status !== lockedStatus) return usersErrors.notLocked
    if (action === 'disable' && user.disabled) return usersErrors.alreadyDisabled
    if (action === 'enable' && !user.disabled) return usersErrors.notDisabled
    return undefined
  }
  const affectedIds = endsAccess(action) ? ids.filter((id) => !findRefusal(id)) : []
  const lastAdmins = await lastAdministratorsAmong(db, actor, affectedIds)
  return ids.flatMap((id) => {
    const refusal = findRefusal(id) ?? (lastAdmins.has(id) ? usersErrors.lastAdministrator : undefined)
    return refusal ? { id, code: refusal.code, msg: refusal.msg } : []
  })
}

const countAssignees = (assignments: Assignments) =>
  [...Map.groupBy(assignments, ({ roleId }) => roleId).values()].map((of) => ({
    name: of[0]?.name ?? '',
    users: of.length,
  }))

/**
 * What an action on the status of users would do, with a constant number of statements: the refused ones, what
 * ends with the others, and their roles. `ids` are in processing order.
 */
const judgeAction = async (scope: RequestScope, action: BatchAction, ids: readonly string[]) => {
  const { db, actor } = scope
  const assignments = await roleAssignments.ofUsers(db, actor.companyId, ids)
  const refused = await listRefusals(scope, action, ids)
  const refusedIds = new Set(refused.map(({ id }) => id))
  const affectedIds = endsAccess(action) ? ids.filter((id) => !refusedIds.has(id)) : []
  const dependents = await dependentsRepository.count(db, actor.companyId, affectedIds)
  const affected = new Set(affectedIds)
  const roles = countAssignees(assignments.filter(({ userId, inForce }) => inForce && affected.has(userId)))
  return { refused, dependents, roles }
}
/** The same for operations on many rows. */
export const judgeStatusAction = async (
  scope: RequestScope,
  action: BatchAction,
  ids: readonly string[],
): Promise<Judged> => {
  const { refused, dependents, roles } = await judgeAction(scope, action, ids)
  const idle = roles.map(({ name, users }) => [t('不能再使用角色“{name}”的用户', { name }), users] as const)
  const refusals = new Map(refused.map(({ id, code, msg }) => [id, { code, msg }]))
  return { refusals, impact: { ...dependents, ...Object.fromEntries(idle) } }
}

/**
 * Asks for confirmation of a batch, with a constant number of statements. Locking, disabling and deleting need it when
 * anything else ends or a user is refused. `ids` are in processing order.
 * @throws 111 as `confirm` does
 */
export const confirmBatch = async (scope: RequestScope, action: BatchAction, ids: readonly string[]): Promise<void> => {
  const { origin, confirm } = scope
  if (!endsAccess(action) && !origin.dryRun) return
  const { refused, dependents, roles } = await judgeAction(scope, action, ids)
  const hasNoImpact = refused.length === 0 && Object.values(dependents).every((count) => count === 0)
  if (hasNoImpact && !origin.dryRun) return
  confirm({ total: ids.length, refused, ...dependents, roles, grants: null } satisfies BatchImpact)
}
