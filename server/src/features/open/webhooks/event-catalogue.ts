import { eventName, moduleName } from '@atrium/contract/event-words.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { alarmEvents } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import {
  type WebhookEvent,
  type WebhookEventDetail,
  type WebhookPayload,
  webhookPayload,
} from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { endpoints, entityOf } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
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
const readsOf = Map.groupBy(endpoints.filter(isPermittedRead), ({ module }) => module)
/**
 * The read that shows what an event is about: the list of its module, or another read there; the operation log for what
 * people do about themselves, such as signing in.
 */
const pickRead = ({ module }: Endpoint): Endpoint => {
  const reads = readsOf.get(module) ?? []
  return reads.find(({ name }) => name === 'list') ?? reads[0] ?? operationLogsContract.operations
}
const alarms = alarmEvents.map((event): [string, Declared] => {
  const { module } = openAppsContract.list
  return [event, { event, module, read: openAppsContract.list, automatic: true }]
})
const catalogue: ReadonlyMap<string, Declared> = new Map([
  ...endpoints.flatMap((endpoint): [string, Declared][] => {
    if (endpoint.method === 'GET' || !('event' in endpoint.audit)) return []
    const { event } = endpoint.audit
    const read = endpoint.access.kind === 'permitted' ? pickRead(endpoint) : operationLogsContract.operations
    return [[event, { event, module: endpoint.module, read }]]
  }),
  ...alarms,
])

const exampleId = '0198c1d2-7a3b-7c4d-8e5f-6a7b8c9d0e1f'
/** An example of what is sent for an event. */
const buildSample = ({ event, automatic }: Declared): WebhookPayload => ({
  type: event,
  timestamp: '2026-01-31T02:03:04.567Z',
  data: {
    id: exampleId,
    name: '示例',
    entity: entityOf(event),
    companyId: '5f1d7a52-3c7e-4c52-9a43-0c7a3f6b2d11',
    actor: automatic ? null : { id: '0198c1d2-0000-7000-8000-000000000001', name: '冯志强' },
  },
})
/** JSON schema of what is sent for an event. */
const toSchema = (event: string) =>
  z.toJSONSchema(z.extend(webhookPayload, { type: z.literal(event) }), { target: 'draft-2020-12' })

const describe = ({ event, module }: Declared): WebhookEvent => ({
  event,
  name: eventName(event),
  module,
  moduleName: moduleName(module),
})

/** Whether an event is an alarm of the application. */
export const isAlarm = (event: string): boolean => alarmEvents.some((alarm) => alarm === event)
/** The read that an event needs; undefined for one that the product does not know. */
export const readFor = (event: string): Endpoint | undefined => catalogue.get(event)?.read
/** Whether what an event is about may be read by an actor. */
export const mayRead = ({ decide }: Pick<Actor, 'decide'>, event: string): boolean => {
  const read = readFor(event)
  return read !== undefined && decide(read).allowed
}
/** The events that an actor may subscribe to: those whose entities they may read. */
export const eventsFor = (actor: Pick<Actor, 'decide'>): WebhookEvent[] =>
  [...catalogue.values()].filter(({ event }) => mayRead(actor, event)).map(describe)
/** An event with what is sent for it; undefined for one that the product does not know. */
export const findEvent = (event: string): WebhookEventDetail | undefined => {
  const declared = catalogue.get(event)
  return (
    declared && {
      ...describe(declared),
      schema: JSON.stringify(toSchema(event), null, 2),
      sample: JSON.stringify(buildSample(declared), null, 2),
    }
  )
}
/** All events of the catalogue. */
export const allEvents: readonly string[] = [...catalogue.keys()]
