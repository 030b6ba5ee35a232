import type { WebhookPayload } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { createShortTtlCache } from '../../../kernel/short-ttl-cache.ts'
import type { OperationLog } from '../../audit/operation-logs/index.ts'
import { type EventCatalogue, isAlarm } from './event-catalogue.ts'
import type { Claimed } from './sending.repository.ts'
import { isVisibleEvent } from './visible-events.repository.ts'

/** What is sent, or why nothing is. */
export type Prepared = { body: string } | { refusal: string }

const maxOwners = 5000

const toPayload = ({ entityOf }: EventCatalogue, delivery: Claimed, showsNames: boolean): WebhookPayload => ({
  type: delivery.event,
  timestamp: delivery.time,
  data: {
    id: delivery.entityId,
    name: showsNames ? delivery.entityName : null,
    entity: entityOf(delivery.event),
    companyId: delivery.companyId,
    actor: delivery.actor && { id: delivery.actor.id, name: showsNames ? delivery.actor.name : null },
  },
})

export type PayloadPorts = {
  findCaller: FindCaller
  database: Database
  events: EventCatalogue
  log: OperationLog
}

/**
 * Prepares what webhooks are sent, within the present rights of their applications' owners: nothing of an event whose
 * entities they may not read or whose users they do not see, and no names unless they read all rows and all fields.
 */
export const createPayloads = ({ findCaller, database, events, log }: PayloadPorts) => {
  /** As the log shows it to the owner; alarms are of the application itself. */
  const isVisible = async (owner: Actor, { companyId, event, seq }: Claimed): Promise<boolean> =>
    owner.rows === 'all' ||
    isAlarm(event) ||
    database.read({ reach: 'company', companyId }, (db) => isVisibleEvent(log, db, owner, seq))
  const owners = createShortTtlCache<Actor | { refusal: string }>(maxOwners)
  const readOwner = ({ companyId, appId, ownerId: userId }: Claimed) => {
    if (userId === null) return Promise.resolve({ refusal: t('应用没有负责人') })
    return owners.read(`${appId} ${userId}`, () => findCaller(companyId, { companyId, userId, sessionId: null }))
  }
  return async (delivery: Claimed): Promise<Prepared> => {
    // A test says nothing but who asked for it.
    if (delivery.kind === 'test') return { body: JSON.stringify(toPayload(events, delivery, true)) }
    const owner = await readOwner(delivery)
    if ('refusal' in owner) return { refusal: owner.refusal.replace('任务发起人', '负责人') }
    if (!events.mayRead(owner, delivery.event)) return { refusal: t('负责人没有该事件的查看权限') }
    if (!(await isVisible(owner, delivery))) return { refusal: t('事件涉及负责人数据范围外的用户') }
    return { body: JSON.stringify(toPayload(events, delivery, owner.rows === 'all' && !owner.restricted)) }
  }
}
export type PreparePayload = ReturnType<typeof createPayloads>
