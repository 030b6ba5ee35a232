import { maxWebhookSecrets, type WebhookRotation } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import { webhooksErrors } from '@atrium/contract/features/open/webhooks/webhooks.errors.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { lockApp } from '../open-apps/index.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import { newWebhookSecret } from './sign-delivery.ts'
import { assertCoversEvents } from './webhook-rules.ts'
import { webhookSecretsRepository as repository } from './webhook-secrets.repository.ts'
import { webhooksRepository } from './webhooks.repository.ts'
import { toHost } from './webhooks.service.ts'

type Ports = { secrets: Pick<Secrets, 'seal'>; events: EventCatalogue }

/** Secrets of webhooks. A secret is replied once, when it is created, and kept sealed. */
export const createWebhookSecrets = ({ secrets, events }: Ports) => {
  const lockHook = async (scope: RequestScope, appId: string, id: string) => {
    const app = await lockApp(scope, appId)
    const hook = orNotFound(await webhooksRepository.find(scope.db, appId, id))
    assertCoversEvents(events, scope.actor, app, hook.events)
    return hook
  }
  return {
    /**
     * Replaces the valid secret, which signs for some hours more.
     * @throws `tooManySecrets`
     */
    async rotate(scope: RequestScope, appId: string, id: string, { overlapHours }: WebhookRotation) {
      const { db } = scope
      const { url } = await lockHook(scope, appId, id)
      await repository.replaceLive(db, id, overlapHours)
      if ((await repository.countLive(db, id)) >= maxWebhookSecrets) throw new AppError(webhooksErrors.tooManySecrets)
      const { secret, hint } = newWebhookSecret()
      const sid = await repository.insert(db, id, { sealed: secrets.seal(secret), hint }, toAuthor(scope))
      scope.note({ entityId: id, entityName: toHost(url), after: { name: `…${hint}`, overlapHours } })
      return { id: sid, secret, hint }
    },
    /** Throws `secretEnded` and `lastSecret`. */
    async revoke(scope: RequestScope, appId: string, id: string, sid: string) {
      const { db } = scope
      const { url } = await lockHook(scope, appId, id)
      const { hint, isLive, isReplaced } = orNotFound(await repository.find(db, id, sid))
      if (!isLive) throw new AppError(webhooksErrors.secretEnded)
      // A replaced one expires, after which nothing would be signed.
      if (!isReplaced) throw new AppError(webhooksErrors.lastSecret)
      await repository.revoke(db, sid)
      scope.note({ entityId: id, entityName: toHost(url), before: { name: `…${hint}` } })
      return null
    },
  }
}
