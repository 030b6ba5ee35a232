import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import type { Permission } from '@atrium/contract/index.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError } from '../../kernel/scope.ts'
import { covers, wornRoles } from '../access/index.ts'
import type { Owner } from './users.repository.ts'

/** A refusal that is told at one field of the form. */
export const refusalAt = (spec: ErrorSpec, field: string) => new AppError(spec, { errors: [{ field, msg: spec.msg }] })

/** Throws `forbidden` unless the caller holds this right too, beside the one the endpoint asks for. */
export const requireRight = ({ permissions }: Actor, right: Permission) => {
  if (permissions !== 'everything' && !permissions.has(right)) throw new AppError(kernelErrors.forbidden)
}

/** Nobody locks, deletes, resets or promotes himself. */
export const refuseOneself = (actor: Actor, userId: string) => {
  if (actor.userId === userId) throw new AppError(usersErrors.oneself)
}

/** Whoever could reset a stronger person's password would hold what that person holds. */
export const refuseStronger = async (db: Db, actor: Actor, userId: string) => {
  const held = await wornRoles.heldBy(db, { companyId: actor.companyId, userId })
  if (!covers(actor.permissions, held)) throw new AppError(usersErrors.strongerPerson)
}

/** Throws when a moment is not ahead. */
export const refusePast = (time: string | null, field: string) => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(usersErrors.timePast, field)
}

const isLasting = ({ lasting }: { lasting: boolean }) => lasting
type Keepers = Awaited<ReturnType<typeof wornRoles.keepers>>
const refuseLoss = (before: Keepers, after: Keepers) => {
  const lost = before.length > 0 && after.length === 0
  if (lost || (before.some(isLasting) && !after.some(isLasting))) throw new AppError(usersErrors.lastAdministrator)
}

/** Throws when nobody would look after the company without this person; asked before anything else is told of his end. */
export const refuseLastAdministrator = async (db: Db, { companyId, userId }: Owner) => {
  await wornRoles.holdKeeperRoles(db, companyId)
  const keepers = await wornRoles.keepers(db, companyId)
  refuseLoss(
    keepers,
    keepers.filter(({ id }) => id !== userId),
  )
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
