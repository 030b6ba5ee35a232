import { reviewsErrors } from '@atrium/contract/features/reviews/reviews.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError } from '../../kernel/scope.ts'
import { covers, type Giver, givingOf, wornRoles } from '../access/index.ts'
import { reviewsRepository as repository } from './reviews.repository.ts'

/**
 * Whoever begins a review, or ends it, decides through others: as where roles are taken one by one, he must be able to take each
 * of these, and nobody concerned is stronger than he. Throws `beyondOwnRights`.
 */
export const refuseBeyondOwnRights = async (db: Db, actor: Giver, reviewId: string) => {
  const { ceiling, mayGive } = await givingOf(db, actor)
  if (ceiling.everything) return
  const { asked, besides } = await repository.touchedRoles(db, actor.companyId, reviewId)
  const [taken, worn] = [
    await wornRoles.roles(db, actor.companyId, asked),
    await wornRoles.roles(db, actor.companyId, besides),
  ]
  if (!taken.every(mayGive) || !worn.every((role) => covers(ceiling, role)))
    throw new AppError(reviewsErrors.beyondOwnRights)
}
