import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createDeliveries } from './deliveries.service.ts'
import { createEventCatalogue } from './event-catalogue.ts'
import { endOverdue } from './overdue-deliveries.repository.ts'
import { createSending, type SendingPorts } from './sending.ts'
import { webhookMetrics } from './webhook-metrics.repository.ts'
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
      hookEvents: hooks.events,
      hookEvent: hooks.event,
      hooks: hooks.list,
      addHook: hooks.create,
      updateHook: hooks.update,
      removeHook: hooks.remove,
      addHookSecret: hookSecrets.rotate,
      revokeHookSecret: hookSecrets.revoke,
      testHook: deliveries.test,
      deliveries: deliveries.list,
      delivery: deliveries.get,
      replayDelivery: deliveries.replay,
      replayDeliveries: deliveries.replayRange,
    }),
    jobs: [trigger],
    metrics: [webhookMetrics(ports.database)],
    retention: [endOverdue],
  }
}
