import * as z from 'zod/mini'
import { moment, rowBase } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { secretFacts } from '../open-apps/open-app-rows.ts'
import { deliveryKinds, deliveryStates } from './webhook-fields.ts'

export const webhookSecret = z.object(secretFacts)
export type WebhookSecret = z.output<typeof webhookSecret>

export const webhookRow = z.object({
  ...rowBase,
  url: z.string(),
  events: z.array(z.string()),
  ordered: z.boolean(),
  active: z.boolean(),
  /** Since when every attempt has failed; null: the last one succeeded. */
  failingSince: z.nullable(moment),
  /** Why the product has switched it off; empty otherwise. */
  stopReason: z.string(),
  /** Valid ones, and those that ended within the last month. */
  secrets: z.array(webhookSecret),
  /** Within the last 24 hours. */
  sent: z.int(),
  failed: z.int(),
  /** To be sent. */
  waiting: z.int(),
})
export type WebhookRow = z.output<typeof webhookRow>

/** An event that can be subscribed to. */
export const webhookEvent = z.object({
  event: z.string(),
  name: productText(),
  module: z.string(),
  moduleName: productText(),
})
export type WebhookEvent = z.output<typeof webhookEvent>
export const webhookEventDetail = z.extend(webhookEvent, {
  /** JSON schema of what is sent, and an example of it, as texts. */
  schema: z.string(),
  sample: z.string(),
})
export type WebhookEventDetail = z.output<typeof webhookEventDetail>

export const deliveryRow = z.object({
  id: z.string(),
  eventId: z.string(),
  event: z.string(),
  kind: z.enum(deliveryKinds),
  /** When the event happened. */
  time: moment,
  state: z.enum(deliveryStates),
  tries: z.int(),
  lastTime: z.nullable(moment),
  /** The next attempt, while it waits; null behind an earlier event of its entity. */
  dueTime: z.nullable(moment),
  status: z.nullable(z.int()),
  ms: z.nullable(z.int()),
  /** Why the last attempt failed; empty if it succeeded. */
  problem: productSentence(),
})
export type DeliveryRow = z.output<typeof deliveryRow>
export const deliveryDetail = z.extend(deliveryRow, {
  url: z.string(),
  /** What was sent last and what was answered; empty before the first attempt, and where it is withheld. */
  request: z.string(),
  answer: z.string(),
  /** Whether the caller may not read the event. */
  withheld: z.boolean(),
})
export type DeliveryDetail = z.output<typeof deliveryDetail>

/** How many deliveries a replay makes. */
export const replayImpact = z.object({ deliveries: z.int(), events: z.int() })
export type ReplayImpact = z.output<typeof replayImpact>

/** What a receiver gets. `names` are null where the owner of the application may not read them. */
export const webhookPayload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    entity: z.string(),
    companyId: z.string(),
    actor: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  }),
})
export type WebhookPayload = z.output<typeof webhookPayload>
/** Sent by the test button. */
export const testEvent = 'webhook.test'
