import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createDeliveries } from './deliveries.service.ts'
import { createEventCatalogue } from './event-catalogue.ts'
import { endOverdue } from './overdue-deliveries.repository.ts'
import { createSending, type SendingPorts } from './sending.ts'
import { createWebhookSecrets } from './webhook-secrets.service.ts'
import { createWebhooks } from './webhooks.service.ts'

type Ports = Omit<SendingPorts, 'events'> & Pick<BasePorts, 'catalogue'>

/** Webhooks of applications, and what they receive. */
export const createWebhooksFeature = (ports: Ports) => {
  const events = createEventCatalogue(ports.catalogue)
  const { trigger, wake, request, expect } = createSending({ ...ports, events })
  const { secrets, openTargetNetworks: allowedNetworks } = ports
  const hooks = createWebhooks({ secrets, events, allowedNetworks, onSubscribed: expect })
  const hookSecrets = createWebhookSecrets({ secrets, events })
  const deliveries = createDeliveries({ events, request, wake })
  return {
    routes: implement(webhooksContract, {
      hookEvents: (scope, { params }) => hooks.events(scope, params.id),
      hookEvent: (scope, { params }) => hooks.event(scope, params.id, params.event),
      hooks: (scope, { params }) => hooks.list(scope, params.id),
      addHook: (scope, { params, body }) => hooks.create(scope, params.id, body),
      updateHook: (scope, { params, body }) => hooks.update(scope, params.id, params.hookId, body),
      removeHook: (scope, { params }) => hooks.remove(scope, params.id, params.hookId),
      addHookSecret: (scope, { params, body }) => hookSecrets.rotate(scope, params.id, params.hookId, body),
      revokeHookSecret: (scope, { params }) => hookSecrets.revoke(scope, params.id, params.hookId, params.sid),
      testHook: (scope, { params }) => deliveries.test(scope, params.id, params.hookId),
      deliveries: (scope, { params, query }) => deliveries.list(scope, params.id, params.hookId, query),
      delivery: (scope, { params }) => deliveries.get(scope, params.id, params.hookId, params.did),
      replayDelivery: (scope, { params }) => deliveries.replay(scope, params.id, params.hookId, params.did),
      replayDeliveries: (scope, { params, body }) => deliveries.replayRange(scope, params.id, params.hookId, body),
    }),
    jobs: [trigger],
    retention: [endOverdue],
  }
}
