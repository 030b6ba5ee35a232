import { maxReplayed } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import { type DeliveryDetail, testEvent } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import type { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { webhooksErrors } from '@atrium/contract/features/open/webhooks/webhooks.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { catchRefusal } from '../../../kernel/refusals.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { findApp, lockApp } from '../open-apps/index.ts'
import { type DeliveriesQuery, deliveriesRepository as repository } from './deliveries.repository.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import { assertCoversEvents } from './webhook-rules.ts'
import { webhooksRepository } from './webhooks.repository.ts'
import { toHost } from './webhooks.service.ts'

type Range = InputOf<typeof webhooksContract.replayDeliveries>['body']
type Ports = {
  events: EventCatalogue
  /** Has what waits sent after the commit. */
  request(db: Db): Promise<void>
  wake(): void
}

/** What webhooks received, and sending it again. */
export const createDeliveries = ({ events, request, wake }: Ports) => {
  const findHook = async (scope: RequestScope, appId: string, id: string) =>
    orNotFound(await webhooksRepository.find(scope.db, appId, id))
  const lockHook = async (scope: RequestScope, appId: string, id: string) => {
    const app = await lockApp(scope, appId)
    return { app, hook: await findHook(scope, appId, id) }
  }
  const send = async (scope: RequestScope) => {
    await request(scope.db)
    scope.afterCommit(wake)
  }

  return {
    async list(scope: RequestScope, appId: string, hookId: string, query: DeliveriesQuery) {
      assertPageDepth(query)
      return repository.list(scope.db, { appId, hookId, query, timeZone: scope.origin.timeZone })
    },
    /** What was sent is withheld from callers who may not read the event as widely as the owner. */
    async get(scope: RequestScope, appId: string, hookId: string, id: string): Promise<DeliveryDetail> {
      const app = await findApp(scope, appId)
      const { url } = await findHook(scope, appId, hookId)
      const found = orNotFound(await repository.find(scope.db, hookId, id))
      const isTest = found.kind === 'test'
      const withheld =
        !isTest && catchRefusal(() => assertCoversEvents(events, scope.actor, app, [found.event])) !== undefined
      // A receiver may answer what it was sent.
      return { ...found, url, withheld, ...(withheld && { request: '', answer: '' }) }
    },
    async test(scope: RequestScope, appId: string, hookId: string) {
      const { app, hook } = await lockHook(scope, appId, hookId)
      const { userId, name } = scope.actor
      const id = await repository.insertTest(scope.db, hookId, testEvent, { id: userId, name })
      await send(scope)
      scope.note({ entityId: hookId, entityName: toHost(hook.url), after: { app: app.name } })
      return { id }
    },
    /** Throws `inactive` and `stillWaiting`. */
    async replay(scope: RequestScope, appId: string, hookId: string, id: string) {
      const { hook } = await lockHook(scope, appId, hookId)
      if (!hook.active) throw new AppError(webhooksErrors.inactive)
      const found = orNotFound(await repository.find(scope.db, hookId, id))
      if (found.state === 'waiting') throw new AppError(webhooksErrors.stillWaiting)
      const created = await repository.replay(scope.db, id)
      await send(scope)
      scope.note({ entityId: hookId, entityName: toHost(hook.url), after: { rows: 1 } })
      return { id: created }
    },
    /** Throws `inactive`, `emptyRange` and `tooManyReplayed`. */
    async replayRange(scope: RequestScope, appId: string, hookId: string, { time, failedOnly }: Range) {
      const { hook } = await lockHook(scope, appId, hookId)
      if (!hook.active) throw new AppError(webhooksErrors.inactive)
      const [from = '', to = ''] = time.split('~')
      if (to < from) throw refusalAt(webhooksErrors.emptyRange, 'time')
      const replay = { hookId, time, failedOnly, timeZone: scope.origin.timeZone }
      const impact = await repository.countReplayed(scope.db, replay)
      if (impact.deliveries > maxReplayed) throw refusalAt(webhooksErrors.tooManyReplayed, 'time')
      scope.confirm(impact)
      await repository.replayAll(scope.db, replay)
      await send(scope)
      scope.note({ entityId: hookId, entityName: toHost(hook.url), after: { rows: impact.deliveries, time } })
      return null
    },
  }
}
