import { organizationsErrors } from '@atrium/contract/features/organizations/organizations.errors.ts'
import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import type { Permission } from '@atrium/contract/index.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, Refused, refusalAt } from '../../kernel/scope.ts'
import {
  ceilingOf,
  covers,
  givingOf,
  isAnchorable,
  organizationsNamed,
  seesAnchor,
  wornRoles,
} from '../access/index.ts'
import type { Owner } from './users.repository.ts'

/** Throws `Refused` unless the caller holds this right too, beside the one the endpoint asks for. */
export const requireRight = (actor: Actor, right: Permission) => {
  if (actor.permissions !== 'everything' && !actor.permissions.has(right)) throw new Refused(actor, right)
}

/** Nobody locks, deletes, resets or promotes himself. */
export const refuseOneself = (actor: Actor, userId: string) => {
  if (actor.userId === userId) throw new AppError(usersErrors.oneself)
}

/** What somebody signs in with is kept where he signs in. */
export const refuseOutside = ({ outside }: { outside: boolean }) => {
  if (outside) throw new AppError(usersErrors.signsInElsewhere)
}

/** Whoever could reset a stronger person's password would hold what that person holds. */
export const refuseStronger = async (db: Db, actor: Actor, ...userIds: string[]) => {
  const [ceiling, held, anchors] = await Promise.all([
    ceilingOf(db, actor),
    wornRoles.heldBy(db, actor.companyId, userIds),
    wornRoles.anchors(db, actor.companyId, userIds),
  ])
  if (!covers(ceiling, held) || !anchors.every((anchor) => seesAnchor(actor.rows, anchor)))
    throw new AppError(usersErrors.strongerPerson)
}

/**
 * Throws unless the caller may give and take these roles: `noSuchRole`, `beyondOwnRights`, and for those to give
 * `templateUnworn` and `stopped`, since templates and what is locked are given to nobody. The roles stay as they are until
 * the transaction ends.
 */
export const refuseForeignRoles = async (
  db: Db,
  actor: Actor,
  { given, taken }: { given: readonly string[]; taken: readonly string[] },
  field: string,
) => {
  const ids = [...given, ...taken]
  if (ids.length === 0) return
  await wornRoles.holdRoles(db, actor.companyId, ids)
  const [roles, { mayGive }] = await Promise.all([wornRoles.roles(db, actor.companyId, ids), givingOf(db, actor)])
  const known = new Map(roles.map((role) => [role.id, role]))
  for (const id of ids) {
    const role = known.get(id)
    if (!role) throw refusalAt(usersErrors.noSuchRole, field)
    if (!mayGive(role)) throw refusalAt(usersErrors.beyondOwnRights, field)
    if (!given.includes(id)) continue
    if (role.type === 'template') throw refusalAt(rolesErrors.templateUnworn, field)
    if (role.status !== 1) throw refusalAt(rolesErrors.stopped, field)
  }
}

/**
 * Throws unless the organisations that roles are given for are the company's and within what the caller sees, and the roles
 * show the data of organisations: `noSuchOrganization`, `notAnchorable`, `beyondOwnRights`, each where it was said.
 */
export const refuseForeignAnchors = async (
  db: Db,
  actor: Actor,
  given: readonly { roleId: string; orgId: string | null }[],
) => {
  const orgIds = given.flatMap(({ orgId }) => orgId ?? [])
  if (orgIds.length === 0) return
  const roleIds = given.map(({ roleId }) => roleId)
  const [orgs, roles] = await Promise.all([
    organizationsNamed(db, actor.companyId, orgIds),
    wornRoles.roles(db, actor.companyId, roleIds),
  ])
  given.forEach(({ roleId, orgId }, at) => {
    if (orgId === null) return
    const field = `roles.${at}.orgId`
    const org = orgs.find(({ id }) => id === orgId)
    const role = roles.find(({ id }) => id === roleId)
    if (!org) throw refusalAt(organizationsErrors.noSuchOrganization, field)
    if (!role || !isAnchorable(role)) throw refusalAt(usersErrors.notAnchorable, field)
    const below = role.rowScopes.some(({ dataScope }) => dataScope === 'orgSub')
    if (!seesAnchor(actor.rows, { ...org, below })) throw refusalAt(usersErrors.beyondOwnRights, field)
  })
}

/** Throws when a moment is not ahead. */
export const refusePast = (time: string | null, field: string) => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(usersErrors.timePast, field)
}

const isLasting = ({ lasting }: { lasting: boolean }) => lasting
type Keepers = Awaited<ReturnType<typeof wornRoles.keepers>>
const isLoss = (before: Keepers, after: Keepers) =>
  (before.length > 0 && after.length === 0) || (before.some(isLasting) && !after.some(isLasting))
const refuseLoss = (before: Keepers, after: Keepers) => {
  if (isLoss(before, after)) throw new AppError(usersErrors.lastAdministrator)
}
const without = (keepers: Keepers, userId: string) => keepers.filter(({ id }) => id !== userId)

/** Whether nobody would look after the company without this person; that stays so until the transaction ends. */
export const isLastAdministrator = async (db: Db, { companyId, userId }: Owner): Promise<boolean> => {
  await wornRoles.holdKeeperRoles(db, companyId)
  const keepers = await wornRoles.keepers(db, companyId)
  return isLoss(keepers, without(keepers, userId))
}
/** Throws when he is; asked before anything else is told of his end. */
export const refuseLastAdministrator = async (db: Db, owner: Owner) => {
  if (await isLastAdministrator(db, owner)) throw new AppError(usersErrors.lastAdministrator)
}

/** Whom of several people, going one after another, the same rule keeps from going. */
export const lastAdministratorsAmong = async (
  db: Db,
  { companyId }: Pick<Owner, 'companyId'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  let left = await wornRoles.keepers(db, companyId)
  const kept = userIds.filter((userId) => {
    const after = without(left, userId)
    if (isLoss(left, after)) return true
    left = after
    return false
  })
  return new Set(kept)
}

/**
 * Makes a change after which somebody still looks after the company: whoever wears a role that holds everything, or the
 * company administrator's. Somebody whose account or role has an end does not replace somebody without.
 */
export const keepingAdministrators = async (
  db: Db,
  { companyId }: Pick<Owner, 'companyId'>,
  change: () => Promise<unknown>,
) => {
  await wornRoles.holdKeeperRoles(db, companyId)
  const before = await wornRoles.keepers(db, companyId)
  await change()
  refuseLoss(before, await wornRoles.keepers(db, companyId))
}
