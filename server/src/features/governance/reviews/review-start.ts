import { maxReviewed } from '@atrium/contract/features/governance/reviews/review-limits.ts'
import type { ReviewStart, ReviewStartImpact } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/governance/reviews/reviews.errors.ts'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AuditNote, refusalAt } from '../../../kernel/scope.ts'
import { type Grantor, roleAssignments } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { organizationNames } from '../../people/organizations/index.ts'
import { refuseBeyondOwnRights } from './review-rules.ts'
import { reviewsRepository as repository } from './reviews.repository.ts'

/** The user who starts a review, by hand or through a repetition. */
export type ReviewStarter = Viewer & Grantor

/**
 * Names of the chosen roles or organisations that still exist.
 * @throws `noSuchChoice` if none does
 */
export const findChosenNames = async (db: Db, companyId: string, { coverage, roleIds, orgIds }: ReviewStart) => {
  if (coverage === 'all') return { wanted: 0, names: [] }
  const [field, ids] = coverage === 'roles' ? (['roleIds', roleIds] as const) : (['orgIds', orgIds] as const)
  const wanted = [...new Set(ids)]
  const names =
    field === 'roleIds'
      ? (await roleAssignments.roles(db, companyId, wanted)).map(({ name }) => name)
      : await organizationNames(db, companyId, wanted)
  if (names.length === 0) throw refusalAt(reviewsErrors.noSuchChoice, field)
  return { wanted: wanted.length, names }
}

/**
 * Starts a review.
 * @returns its extent and the audit note
 * @throws `tooWide`, `nothingCovered` and `beyondOwnRights`
 */
export const startReview = async (
  db: Db,
  actor: ReviewStarter,
  start: ReviewStart & { chosen: string[] },
  by: Person,
): Promise<{ impact: ReviewStartImpact; note: AuditNote & { entityId: string } }> => {
  const { companyId } = actor
  const { name, dueTime, coverage, chosen, unanswered, repeatMonths } = start
  const id = newId()
  await extendTimeout(db, 1)
  await repository.insert(db, companyId, id, start, by)
  const { covered, ...counts } = await repository.insertItems(db, actor, id, start)
  const { items, reviewers } = counts
  if (covered > maxReviewed) throw refusalAt(reviewsErrors.tooWide, 'coverage')
  if (items === 0) throw refusalAt(reviewsErrors.nothingCovered, 'coverage')
  await refuseBeyondOwnRights(db, actor, id)
  const field = coverage === 'orgs' ? 'organizations' : 'roles'
  const extent = { coverage, ...(chosen.length > 0 && { [field]: chosen }) }
  const after = { dueTime, ...extent, unanswered, ...(repeatMonths > 0 && { repeatMonths }), items, reviewers }
  return { impact: { ...counts, left: covered - items }, note: { entityId: id, entityName: name, after } }
}
