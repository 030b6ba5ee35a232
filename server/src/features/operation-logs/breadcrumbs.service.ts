import { operationLogErrors } from '@atrium/contract/features/operation-logs/operation-logs.errors.ts'
import type { TrailEvent, TrailWrite } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type RequestScope } from '../../kernel/scope.ts'
import { denials } from '../explain/index.ts'
import { failedCallsRepository } from './failed-calls.repository.ts'
import { withoutSecrets } from './shown-error.ts'
import { trailsRepository as repository, type TrailedCall } from './trails.repository.ts'

/** A call of the caller's own that failed or was refused. */
const ownCall = async (db: Db, actor: Actor, traceId: string): Promise<TrailedCall | undefined> => {
  const failed = await failedCallsRepository.find(db, actor, traceId, actor.userId)
  if (failed) return { time: failed.call.time, failedCallId: failed.call.id }
  const denial = await denials.findOwn(db, actor, traceId)
  return denial && { time: denial.time, failedCallId: null }
}

/** The browser has left out what it could; what still sounds like a secret is not kept. */
const shown = (event: TrailEvent): TrailEvent =>
  event.kind === 'error' ? { ...event, message: withoutSecrets(event.message) } : event

/** Keeps what somebody sends of his browser with a call of his own. Throws `noOwnCall`, and `trailAttached` the second time. */
export const attachTrail = async (
  { db, actor, origin: { agent }, note }: RequestScope,
  traceId: string,
  sent: TrailWrite,
): Promise<null> => {
  const call = await ownCall(db, actor, traceId)
  if (!call) throw new AppError(operationLogErrors.noOwnCall)
  const events = sent.events.map(shown)
  note({ entityId: traceId, entityName: `追踪号 ${traceId.slice(0, 8)}`, after: { rows: events.length } })
  if (!(await repository.keep(db, { ...sent, events, traceId, userId: actor.userId, agent }, call)))
    throw new AppError(operationLogErrors.trailAttached)
  return null
}
