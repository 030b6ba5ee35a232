import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { alarmEvents } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import {
  type WebhookEvent,
  type WebhookEventDetail,
  type WebhookPayload,
  webhookPayload,
} from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import type { Actor } from '../../../kernel/scope.ts'

type Declared = {
  event: string
  module: string
  read: Endpoint
  /** Whether the product itself is the actor. */
  automatic?: true
}

const isPermittedRead = ({ method, access }: Endpoint) => method === 'GET' && access.kind === 'permitted'
const alarms = alarmEvents.map((event): [string, Declared] => {
  const { module } = openAppsContract.list
  return [event, { event, module, read: openAppsContract.list, automatic: true }]
})
const collectEvents = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Declared> => {
  const readsByModule = Map.groupBy(endpoints.filter(isPermittedRead), ({ module }) => module)
  /**
   * The read that shows what an event is about: the list of its module, or another read there; the operation log for what
   * people do about themselves, such as signing in.
   */
  const pickRead = ({ module, access }: Endpoint): Endpoint => {
    const reads = access.kind === 'permitted' ? (readsByModule.get(module) ?? []) : []
    return reads.find(({ name }) => name === 'list') ?? reads[0] ?? operationLogsContract.operations
  }
  const written = endpoints.flatMap((endpoint): [string, Declared][] => {
    if (endpoint.method === 'GET' || !('event' in endpoint.audit)) return []
    const { event } = endpoint.audit
    return [[event, { event, module: endpoint.module, read: pickRead(endpoint) }]]
  })
  return new Map([...written, ...alarms])
}

const exampleId = '0198c1d2-7a3b-7c4d-8e5f-6a7b8c9d0e1f'
/** An example of what is sent for an event. */
const buildSample = ({ event, automatic }: Declared, entity: string): WebhookPayload => ({
  type: event,
  timestamp: '2026-01-31T02:03:04.567Z',
  data: {
    id: exampleId,
    name: t('示例'),
    entity,
    companyId: '5f1d7a52-3c7e-4c52-9a43-0c7a3f6b2d11',
    actor: automatic ? null : { id: '0198c1d2-0000-7000-8000-000000000001', name: t('冯志强') },
  },
})
/** JSON schema of what is sent for an event. */
const toSchema = (event: string) =>
  z.toJSONSchema(z.extend(webhookPayload, { type: z.literal(event) }), { target: 'draft-2020-12' })

/** Whether an event is an alarm of the application. */
export const isAlarm = (event: string): boolean => alarmEvents.some((alarm) => alarm === event)

/** The events that webhooks may be notified of, with the read that each needs. */
export const createEventCatalogue = ({ endpoints, entityOf, eventName, moduleName }: Catalogue) => {
  const declared = collectEvents(endpoints)
  const describe = ({ event, module }: Declared): WebhookEvent => ({
    event,
    name: eventName(event),
    module,
    moduleName: moduleName(module),
  })
  /** The read that an event needs; undefined for one that the product does not know. */
  const readFor = (event: string): Endpoint | undefined => declared.get(event)?.read
  /** Whether what an event is about may be read by an actor. */
  const mayRead = ({ decide }: Pick<Actor, 'decide'>, event: string): boolean => {
    const read = readFor(event)
    return read !== undefined && decide(read).allowed
  }
  return {
    readFor,
    mayRead,
    entityOf,
    /** All events. */
    all: [...declared.keys()] as readonly string[],
    /** The events that an actor may subscribe to: those whose entities they may read. */
    openTo: (actor: Pick<Actor, 'decide'>): WebhookEvent[] =>
      [...declared.values()].filter(({ event }) => mayRead(actor, event)).map(describe),
    /** An event with what is sent for it; undefined for one that the product does not know. */
    find(event: string): WebhookEventDetail | undefined {
      const found = declared.get(event)
      return (
        found && {
          ...describe(found),
          schema: JSON.stringify(toSchema(event), null, 2),
          sample: JSON.stringify(buildSample(found, entityOf(event)), null, 2),
        }
      )
    },
  }
}
export type EventCatalogue = ReturnType<typeof createEventCatalogue>
