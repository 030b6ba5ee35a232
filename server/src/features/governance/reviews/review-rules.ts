import { reviewsErrors } from '@atrium/contract/features/governance/reviews/reviews.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import { canGrant, type Grantor, readGrantLimits, roleAssignments } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { reviewsRepository as repository } from './reviews.repository.ts'

/**
 * A review revokes roles through its reviewers, so starting, handing over and closing it need the same rights as
 * revoking directly: every role assignable, no user stronger than the caller.
 * @throws `beyondOwnRights`
 */
export const refuseBeyondOwnRights = async (db: Db, actor: Grantor, reviewId: string) => {
  const { ceiling, canAssign } = await readGrantLimits(db, actor)
  if (ceiling.everything) return
  const { asked, besides } = await repository.touchedRoles(db, actor.companyId, reviewId)
  const [reviewedRoles, otherRoles] = [
    await roleAssignments.roles(db, actor.companyId, asked),
    await roleAssignments.roles(db, actor.companyId, besides),
  ]
  if (!reviewedRoles.every(canAssign) || !otherRoles.every((role) => canGrant(ceiling, role)))
    throw new AppError(reviewsErrors.beyondOwnRights)
}

/**
 * What a review changes, it changes for the users of all its items.
 * @throws `beyondScope` if the caller sees not all
 */
export const refuseBeyondScope = async (db: Db, actor: Viewer, reviewId: string) => {
  if (await repository.hasHiddenItems(db, actor, reviewId)) throw new AppError(reviewsErrors.beyondScope)
}
