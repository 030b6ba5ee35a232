import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createDeliveries } from './deliveries.service.ts'
import { endOverdue } from './overdue-deliveries.repository.ts'
import { createSending, type SendingPorts } from './sending.ts'
import { createWebhookSecrets } from './webhook-secrets.service.ts'
import { createWebhooks } from './webhooks.service.ts'

/** Webhooks of applications, and what they receive. */
export const createWebhooksFeature = (ports: SendingPorts) => {
  const { trigger, wake, request, expect } = createSending(ports)
  const { secrets, openTargetNetworks: allowedNetworks } = ports
  const hooks = createWebhooks({ secrets, allowedNetworks, onSubscribed: expect })
  const hookSecrets = createWebhookSecrets(secrets)
  const deliveries = createDeliveries({ request, wake })
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
