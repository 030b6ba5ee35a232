import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import type { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import type { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import type { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { PermissionOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isOperator } from '../../../kernel/operator-lock.ts'
import { type Actor, AppError, isOneself, PermissionDenied, refusalAt } from '../../../kernel/scope.ts'
import {
  canGrant,
  canHaveScopeOrg,
  canSeeEverybody,
  canSeeScopeOrg,
  findGivenRowsBeyond,
  findOrganizations,
  type Given,
  readCeiling,
  readGrantLimits,
  roleAssignments,
} from '../../access/authorization/index.ts'
import { storedStatusRepository } from './status/stored-status.repository.ts'
import type { Owner } from './users.repository.ts'

/** Rights that a call may need beside the one of its endpoint. */
export type UserRight =
  | PermissionOf<typeof usersContract>
  | PermissionOf<typeof userStatusContract>
  | PermissionOf<typeof userRolesContract>
  | PermissionOf<typeof organizationsContract>

/** Throws `PermissionDenied` unless the caller also holds this right, beside the one of the endpoint. */
export const requireRight = (actor: Actor, right: UserRight) => {
  if (actor.permissions !== 'everything' && !actor.permissions.has(right)) throw new PermissionDenied(actor, right)
}

/** Throws `oneself`: users cannot lock, delete, reset or promote themselves, nor have an application do it. */
export const refuseOneself = (actor: Actor, userId: string) => {
  if (isOneself(actor, userId)) throw new AppError(usersErrors.oneself)
}

/** Throws for members from other companies: credentials are managed where their account is. */
export const refuseExternalAccount = ({ outside }: { outside: boolean }) => {
  if (outside) throw new AppError(usersErrors.signsInElsewhere)
}

/** Throws `lockedByOperator` for callers of the user's company if the operator of the platform locked the user. */
export const refuseOperatorsLock = async (db: Db, actor: Actor, owner: Owner) => {
  if (!isOperator(actor) && (await storedStatusRepository.isLockedByOperator(db, owner)))
    throw new AppError(usersErrors.lockedByOperator)
}

/** Those of these users that their roles show users that the caller does not see. */
const seeingBeyond = async (db: Db, { companyId, rows }: Actor, userIds: readonly string[]): Promise<string[]> => {
  if (canSeeEverybody(rows)) return []
  const shown = await roleAssignments.shownOrgs(db, companyId, userIds)
  return shown.filter((org) => !canSeeScopeOrg(rows, org)).map(({ userId }) => userId)
}
/** Those of these users who hold more than the caller: acting on them could give the caller their rights. */
export const strongerThan = async (db: Db, actor: Actor, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const [ceiling, held, beyond] = await Promise.all([
    readCeiling(db, actor),
    roleAssignments.heldBy(db, actor.companyId, userIds),
    seeingBeyond(db, actor, userIds),
  ])
  const roleIds = [...new Set(held.map(({ roleId }) => roleId))]
  const roles = await roleAssignments.roles(db, actor.companyId, roleIds)
  const strong = new Set(roles.filter((role) => !canGrant(ceiling, role)).map(({ id }) => id))
  return new Set([...held.filter(({ roleId }) => strong.has(roleId)).map(({ userId }) => userId), ...beyond])
}
/** Throws `strongerPerson` if one of these users holds more than the caller. */
export const refuseStronger = async (db: Db, actor: Actor, ...userIds: string[]) => {
  if ((await strongerThan(db, actor, userIds)).size > 0) throw new AppError(usersErrors.strongerPerson)
}

/** Why the caller may not grant or revoke a role; undefined if they may. */
export type JudgeRole = (roleId: string, isGranted: boolean) => ErrorSpec | undefined
/**
 * Reads what decides whether the caller may grant and revoke these roles, and locks the roles until the transaction
 * ends.
 * @returns `noSuchRole` and `beyondOwnRights`; for granted ones also `templateUnworn` and `stopped`.
 */
export const createRoleValidator = async (db: Db, actor: Actor, ids: readonly string[]): Promise<JudgeRole> => {
  if (ids.length === 0) return () => undefined
  const unique = [...new Set(ids)]
  await roleAssignments.lockRoles(db, actor.companyId, unique)
  const [roles, { canAssign }] = await Promise.all([
    roleAssignments.roles(db, actor.companyId, unique),
    readGrantLimits(db, actor),
  ])
  const known = new Map(roles.map((role) => [role.id, { ...role, isMine: canAssign(role) }]))
  return (id, isGranted) => {
    const role = known.get(id)
    if (!role) return usersErrors.noSuchRole
    if (!role.isMine) return usersErrors.beyondOwnRights
    if (!isGranted) return undefined
    if (role.type === 'template') return rolesErrors.templateUnworn
    return role.status === 1 ? undefined : rolesErrors.stopped
  }
}
/** Throws at the field what `createRoleValidator` finds, unless the caller may grant and revoke all of these roles. */
export const refuseForeignRoles = async (
  db: Db,
  actor: Actor,
  { granted, revoked }: { granted: readonly string[]; revoked: readonly string[] },
  field: string,
) => {
  const judge = await createRoleValidator(db, actor, [...granted, ...revoked])
  for (const id of [...granted, ...revoked]) {
    const problem = judge(id, granted.includes(id))
    if (problem) throw refusalAt(problem, field)
  }
}

/** Throws `rowsBeyond` at the field if a change would show someone users that the caller does not see. */
export const refuseRowsBeyond = async (db: Db, actor: Actor, given: Given, field: string) => {
  if ((await findGivenRowsBeyond(db, actor, given)).size > 0) throw refusalAt(usersErrors.rowsBeyond, field)
}

/**
 * Throws unless the organisation scopes belong to the company, are visible to the caller, and suit the roles:
 * `noSuchOrganization`, `notAnchorable`, `beyondOwnRights`, each at its field.
 */
export const refuseForeignScopeOrgs = async (
  db: Db,
  actor: Actor,
  assignments: readonly { roleId: string; orgId: string | null }[],
) => {
  const orgIds = assignments.flatMap(({ orgId }) => orgId ?? [])
  if (orgIds.length === 0) return
  const roleIds = assignments.map(({ roleId }) => roleId)
  const [orgs, roles] = await Promise.all([
    findOrganizations(db, actor.companyId, orgIds),
    roleAssignments.roles(db, actor.companyId, roleIds),
  ])
  assignments.forEach(({ roleId, orgId }, at) => {
    if (orgId === null) return
    const field = `roles.${at}.orgId`
    const org = orgs.find(({ id }) => id === orgId)
    const role = roles.find(({ id }) => id === roleId)
    if (!org) throw refusalAt(organizationsErrors.noSuchOrganization, field)
    if (!role || !canHaveScopeOrg(role)) throw refusalAt(usersErrors.notAnchorable, field)
    const below = role.rowScopes.some(({ dataScope }) => dataScope === 'orgSub')
    if (!canSeeScopeOrg(actor.rows, { ...org, below })) throw refusalAt(usersErrors.beyondOwnRights, field)
  })
}

/** Throws `timePast` unless the time is in the future. */
export const refusePast = (time: string | null, field: string) => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(usersErrors.timePast, field)
}

const isPermanent = ({ lasting }: { lasting: boolean }) => lasting
type Admins = Awaited<ReturnType<typeof roleAssignments.companyAdmins>>
const isAdminLoss = (before: Admins, after: Admins) =>
  (before.length > 0 && after.length === 0) || (before.some(isPermanent) && !after.some(isPermanent))
const refuseAdminLoss = (before: Admins, after: Admins) => {
  if (isAdminLoss(before, after)) throw new AppError(usersErrors.lastAdministrator)
}
const without = (admins: Admins, userId: string) => admins.filter(({ id }) => id !== userId)

/**
 * Those of these users who are administrators. If there are any, the roles of administrators are locked until the
 * transaction ends.
 */
export const administratorsAmong = async (
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const among = async () => {
    const admins = new Set((await roleAssignments.companyAdmins(db, companyId)).map(({ id }) => id))
    return new Set(userIds.filter((id) => admins.has(id)))
  }
  if ((await among()).size === 0) return new Set()
  await roleAssignments.lockAdminRoles(db, companyId)
  return among()
}

/** Whether the company would have no administrator without this user. Stays true until the transaction ends. */
export const isLastAdministrator = async (db: Db, { companyId, userId }: Owner): Promise<boolean> => {
  await roleAssignments.lockAdminRoles(db, companyId)
  const admins = await roleAssignments.companyAdmins(db, companyId)
  return isAdminLoss(admins, without(admins, userId))
}
/** Throws `lastAdministrator`. Called before any other impact is shown. */
export const refuseLastAdministrator = async (db: Db, owner: Owner) => {
  if (await isLastAdministrator(db, owner)) throw new AppError(usersErrors.lastAdministrator)
}

/** Users of a sequence of removals that would be the last administrator. */
export const lastAdministratorsAmong = async (
  db: Db,
  { companyId }: Pick<Owner, 'companyId'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  let remaining = await roleAssignments.companyAdmins(db, companyId)
  const lastAdmins = userIds.filter((userId) => {
    const after = without(remaining, userId)
    if (isAdminLoss(remaining, after)) return true
    remaining = after
    return false
  })
  return new Set(lastAdmins)
}

/**
 * Runs a change after which the company still has an administrator: a user with a role that holds everything, or with
 * the company administrator role. Users whose account or role expires do not replace permanent ones.
 * @throws `lastAdministrator`
 */
export const keepAdministrators = async (
  db: Db,
  { companyId }: Pick<Owner, 'companyId'>,
  change: () => Promise<unknown>,
) => {
  await roleAssignments.lockAdminRoles(db, companyId)
  const before = await roleAssignments.companyAdmins(db, companyId)
  await change()
  refuseAdminLoss(before, await roleAssignments.companyAdmins(db, companyId))
}
