import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { created, id, idParams, listQuery, listSchema, nothing, timeRange } from '../../../kernel/listing.ts'
import { deliveryStates, eventName, webhookRotation, webhookUpdate, webhookWrite } from './webhook-fields.ts'
import {
  deliveryDetail,
  deliveryRow,
  replayImpact,
  webhookEvent,
  webhookEventDetail,
  webhookRow,
} from './webhook-rows.ts'

const path = '/api/sys/apps/:id/hooks'
const hookParams = z.object({ id, hookId: id })
const secretParams = z.object({ id, hookId: id, sid: id })
const deliveryParams = z.object({ id, hookId: id, did: id })
const shared = { access: permitted('hooks'), reach: 'company' } as const
const secretOnce = z.object({ id: z.string(), secret: z.string(), hint: z.string() })

export const webhooksContract = defineContract('openApps', {
  hookEvents: {
    method: 'GET',
    path: '/api/sys/apps/:id/hook-events/v1',
    summary: 'List the events that the caller may subscribe to',
    ...shared,
    params: idParams,
    reply: z.array(webhookEvent),
  },
  hookEvent: {
    method: 'GET',
    path: '/api/sys/apps/:id/hook-events/:event/v1',
    summary: 'Read what is sent for an event: its schema and a sample',
    ...shared,
    params: z.object({ id, event: eventName }),
    reply: webhookEventDetail,
  },
  hooks: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the webhooks of an application with their secrets by their last characters',
    ...shared,
    params: idParams,
    reply: z.array(webhookRow),
  },
  addHook: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Add a webhook; its first secret is shown once',
    ...shared,
    audit: { event: 'webhook.created' },
    params: idParams,
    body: webhookWrite,
    secretReply: true,
    quiet: true,
    reply: secretOnce,
  },
  updateHook: {
    method: 'PUT',
    path: `${path}/:hookId/v1`,
    summary: 'Change a webhook, or switch it on or off',
    ...shared,
    audit: { event: 'webhook.updated' },
    params: hookParams,
    body: webhookUpdate,
    reply: nothing,
  },
  removeHook: {
    method: 'DELETE',
    path: `${path}/:hookId/v1`,
    summary: 'Delete a webhook with what it has still to send',
    ...shared,
    audit: { event: 'webhook.removed' },
    params: hookParams,
    reply: nothing,
  },
  addHookSecret: {
    method: 'POST',
    path: `${path}/:hookId/secrets/v1`,
    summary: 'Replace the secret of a webhook; both sign during an overlap',
    ...shared,
    audit: { event: 'webhookSecret.created' },
    params: hookParams,
    body: webhookRotation,
    secretReply: true,
    quiet: true,
    reply: secretOnce,
  },
  revokeHookSecret: {
    method: 'DELETE',
    path: `${path}/:hookId/secrets/:sid/v1`,
    summary: 'End a replaced secret of a webhook at once',
    ...shared,
    audit: { event: 'webhookSecret.revoked' },
    params: secretParams,
    reply: nothing,
  },
  testHook: {
    method: 'POST',
    path: `${path}/:hookId/test/v1`,
    summary: 'Send a test event to a webhook',
    ...shared,
    audit: { event: 'webhook.tested' },
    params: hookParams,
    quiet: true,
    reply: created,
  },
  deliveries: {
    method: 'GET',
    path: `${path}/:hookId/deliveries/v1`,
    summary: 'List the deliveries of a webhook, newest first',
    ...shared,
    wire: 'list',
    namesUsers: 'none',
    params: hookParams,
    query: listQuery({
      sortable: [],
      filters: { time: timeRange, state: z.enum(deliveryStates) },
    }),
    reply: listSchema(deliveryRow),
  },
  delivery: {
    method: 'GET',
    path: `${path}/:hookId/deliveries/:did/v1`,
    summary: 'Read a delivery: what was sent last and what was answered',
    ...shared,
    params: deliveryParams,
    reply: deliveryDetail,
  },
  replayDelivery: {
    method: 'POST',
    path: `${path}/:hookId/deliveries/:did/replay/v1`,
    summary: 'Send an event again',
    ...shared,
    audit: { event: 'webhookDelivery.replayed' },
    params: deliveryParams,
    reply: created,
  },
  replayDeliveries: {
    method: 'POST',
    path: `${path}/:hookId/replay/v1`,
    summary: 'Send the events of a time range again; previews how many',
    ...shared,
    audit: { event: 'webhook.replayed' },
    params: hookParams,
    body: z.object({
      time: timeRange,
      /** Those that have arrived are left out. */
      failedOnly: z._default(z.boolean(), true),
    }),
    impact: replayImpact,
    reply: nothing,
  },
})
