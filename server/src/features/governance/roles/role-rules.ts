import {
  maxRoleDepth,
  type RoleRow,
  type RoleWrite,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import {
  canGrant,
  canGrantRows,
  type GrantLimits,
  readGrantLimits,
  roleAssignments,
} from '../../access/authorization/index.ts'
import { rolesRepository as repository } from './roles.repository.ts'

/**
 * Refuses a change of a role that shows rows which the caller may not grant, or is held by users that they do not see:
 * what it holds, its assignees may do with those rows. The same for descendants, which hold what it holds.
 * @throws `beyondOwnRights` and `beyondScope`
 */
const refuseWiderRows = async ({ db, actor }: RequestScope, id: string) => {
  const { companyId } = actor
  const ids = [id, ...(await repository.descendants(db, companyId, id)).map((descendant) => descendant.id)]
  const [{ ceiling }, roles] = [await readGrantLimits(db, actor), await roleAssignments.roles(db, companyId, ids)]
  const rows = roles.flatMap(({ rowScopes }) => rowScopes)
  if (!ceiling.everything && !rows.every((each) => canGrantRows(ceiling.rowScopes, each)))
    throw new AppError(rolesErrors.beyondOwnRights)
  if (await repository.hasHiddenAssignees(db, actor, ids)) throw new AppError(rolesErrors.beyondScope)
}

/**
 * Locks a role that the caller may change.
 * @throws `notFound`, `builtin`, `heldByCaller` for roles the caller holds or inherits from, which would raise their own
 *   rights, and `beyondOwnRights` and `beyondScope` for rows beyond their own
 */
export const lockChangeableRole = async (scope: RequestScope, id: string): Promise<RoleRow> => {
  const { db, actor } = scope
  // Pipelined on one connection, so they run in this order.
  const [, , found] = await Promise.all([
    repository.lockCompanyRoles(db, actor.companyId),
    repository.lock(db, actor.companyId, id),
    repository.find(db, actor, id),
  ])
  const role = orNotFound(found)
  if (role.type === 'builtin') throw new AppError(rolesErrors.builtin)
  if (role.mine) throw new AppError(rolesErrors.heldByCaller)
  await refuseWiderRows(scope, id)
  return role
}

/** Rights of a role, inherited ones included, as if nothing were locked. */
export const completeRights = async ({ db, actor }: RequestScope, id: string) =>
  orNotFound((await roleAssignments.roles(db, actor.companyId, [id]))[0])

/** Throws `beyondOwnRights` unless the caller holds all rights of the role. Takes field of the error. */
export const refuseBeyondOwnRights = async (scope: RequestScope, id: string, field?: string): Promise<GrantLimits> => {
  const limits = await readGrantLimits(scope.db, scope.actor)
  if (!canGrant(limits.ceiling, await completeRights(scope, id)))
    throw field === undefined
      ? new AppError(rolesErrors.beyondOwnRights)
      : refusalAt(rolesErrors.beyondOwnRights, field)
  return limits
}

/** Rights passed to descendants. Row scopes are not inherited. */
const inheritableRights = async (scope: RequestScope, id: string) => ({
  ...(await completeRights(scope, id)),
  rowScopes: [],
})

/**
 * Throws unless the caller may replace the parent `from` with `to`: `noParent`, `ancestryCycle`, `tooDeep`, and
 * `beyondOwnRights`, because descendants gain and lose the parents' rights. Takes the role; null for a new one.
 */
export const refuseParent = async (scope: RequestScope, id: string | null, from: string | null, to: string | null) => {
  const { db, actor } = scope
  if (to !== null) {
    const ancestors = await repository.ancestors(db, actor.companyId, to)
    if (ancestors.length === 0) throw refusalAt(rolesErrors.noParent, 'parent')
    if (id !== null && ancestors.includes(id)) throw refusalAt(rolesErrors.ancestryCycle, 'parent')
    const descendants = id === null ? [] : await repository.descendants(db, actor.companyId, id)
    const depthBelow = Math.max(0, ...descendants.map(({ depth }) => depth))
    if (ancestors.length + 1 + depthBelow > maxRoleDepth) throw refusalAt(rolesErrors.tooDeep, 'parent')
  }
  const { ceiling } = await readGrantLimits(db, actor)
  for (const parent of [from, to])
    if (parent !== null && !canGrant(ceiling, await inheritableRights(scope, parent)))
      throw refusalAt(rolesErrors.beyondOwnRights, 'parent')
}

/** Throws `codeTaken` and `nameTaken`. */
export const refuseTakenNames = async (
  { db, actor }: RequestScope,
  write: Pick<RoleWrite, 'name' | 'code'>,
  except: string | null,
) => {
  const conflicts = await repository.findConflicts(db, actor.companyId, write, except)
  if (conflicts.some(({ code }) => code === write.code)) throw refusalAt(rolesErrors.codeTaken, 'code')
  if (conflicts.length > 0) throw refusalAt(rolesErrors.nameTaken, 'name')
}

/** Throws `beyondOwnRights` if a caller limited to certain roles lets others assign more. */
export const refuseUnassignable = ({ assignable }: GrantLimits, wanted: readonly string[]) => {
  if (assignable === undefined) return
  if (wanted.length === 0 || wanted.some((id) => !assignable.has(id)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'assignable')
}
