import type { Breadcrumb, BreadcrumbsWrite } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { failureErrors } from '@atrium/contract/features/audit/failures/failures.errors.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type RequestScope } from '../../../kernel/scope.ts'
import { denials } from '../../governance/explain/index.ts'
import { type OwnCall, breadcrumbsRepository as repository } from './breadcrumbs.repository.ts'
import { failedCallsRepository } from './failed-calls.repository.ts'
import { withoutSecrets } from './sanitized-error.ts'

/** A failed or denied call of the caller. */
const ownCall = async (db: Db, actor: Actor, traceId: string): Promise<OwnCall | undefined> => {
  const failed = await failedCallsRepository.find(db, actor, traceId, actor.userId)
  if (failed) return { time: failed.call.time, failedCallId: failed.call.id }
  const denial = await denials.findOwn(db, actor, traceId)
  return denial && { time: denial.time, failedCallId: null }
}

/** Removes secrets the browser has missed. */
const sanitized = (event: Breadcrumb): Breadcrumb =>
  event.kind === 'error' ? { ...event, message: withoutSecrets(event.message) } : event

/**
 * Stores browser breadcrumbs for a call of the caller.
 * @throws `noOwnCall`, and `trailAttached` if there already are some
 */
export const attachBreadcrumbs = async (
  { db, actor, origin: { agent }, note }: RequestScope,
  traceId: string,
  sent: BreadcrumbsWrite,
): Promise<null> => {
  const call = await ownCall(db, actor, traceId)
  if (!call) throw new AppError(failureErrors.noOwnCall)
  const events = sent.events.map(sanitized)
  note({
    entityId: traceId,
    entityName: fillSource('追踪号 {traceId}', { traceId: traceId.slice(0, 8) }),
    after: { rows: events.length },
  })
  if (!(await repository.insert(db, { ...sent, events, traceId, userId: actor.userId, agent }, call)))
    throw new AppError(failureErrors.trailAttached)
  return null
}
