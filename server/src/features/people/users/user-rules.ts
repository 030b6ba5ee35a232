import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Permission } from '@atrium/contract/index.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, PermissionDenied, refusalAt } from '../../../kernel/scope.ts'
import {
  canGrant,
  canHaveScopeOrg,
  canSeeScopeOrg,
  ceilingOf,
  findOrganizations,
  grantLimitsOf,
  roleAssignments,
} from '../../access/authorization/index.ts'
import type { Owner } from './users.repository.ts'

/** Throws `PermissionDenied` unless the caller also holds this right, beside the one of the endpoint. */
export const requireRight = (actor: Actor, right: Permission) => {
  if (actor.permissions !== 'everything' && !actor.permissions.has(right)) throw new PermissionDenied(actor, right)
}

/** Throws `oneself`: users cannot lock, delete, reset or promote themselves. */
export const refuseOneself = (actor: Actor, userId: string) => {
  if (actor.userId === userId) throw new AppError(usersErrors.oneself)
}

/** Throws for members from other companies: credentials are managed where their account is. */
export const refuseExternalAccount = ({ outside }: { outside: boolean }) => {
  if (outside) throw new AppError(usersErrors.signsInElsewhere)
}

/**
 * Throws `strongerPerson` if a user holds more than the caller: resetting their password would give the caller those
 * rights.
 */
export const refuseStronger = async (db: Db, actor: Actor, ...userIds: string[]) => {
  const [ceiling, userRights, scopeOrgs] = await Promise.all([
    ceilingOf(db, actor),
    roleAssignments.rightsHeldBy(db, actor.companyId, userIds),
    roleAssignments.scopeOrgs(db, actor.companyId, userIds),
  ])
  if (!canGrant(ceiling, userRights) || !scopeOrgs.every((scopeOrg) => canSeeScopeOrg(actor.rows, scopeOrg)))
    throw new AppError(usersErrors.strongerPerson)
}

/**
 * Throws unless the caller may grant and revoke these roles: `noSuchRole`, `beyondOwnRights`; for granted ones also
 * `templateUnworn` and `stopped`. Locks the roles until the transaction ends.
 */
export const refuseForeignRoles = async (
  db: Db,
  actor: Actor,
  { granted, revoked }: { granted: readonly string[]; revoked: readonly string[] },
  field: string,
) => {
  const ids = [...granted, ...revoked]
  if (ids.length === 0) return
  await roleAssignments.lockRoles(db, actor.companyId, ids)
  const [roles, { canAssign }] = await Promise.all([
    roleAssignments.roles(db, actor.companyId, ids),
    grantLimitsOf(db, actor),
  ])
  const known = new Map(roles.map((role) => [role.id, role]))
  for (const id of ids) {
    const role = known.get(id)
    if (!role) throw refusalAt(usersErrors.noSuchRole, field)
    if (!canAssign(role)) throw refusalAt(usersErrors.beyondOwnRights, field)
    if (!granted.includes(id)) continue
    if (role.type === 'template') throw refusalAt(rolesErrors.templateUnworn, field)
    if (role.status !== 1) throw refusalAt(rolesErrors.stopped, field)
  }
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
 * the company administrator role. Users whose account or role expires do not replace permanent ones. Throws
 * `lastAdministrator`.
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
