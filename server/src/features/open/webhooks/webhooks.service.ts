import { isDeepStrictEqual } from 'node:util'
import {
  maxWebhooks,
  type WebhookUpdate,
  type WebhookWrite,
} from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import type { WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksErrors } from '@atrium/contract/features/open/webhooks/webhooks.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { findApp, lockApp } from '../open-apps/index.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import { newWebhookSecret } from './sign-delivery.ts'
import { assertAddress, assertCoversEvents } from './webhook-rules.ts'
import { webhookSecretsRepository } from './webhook-secrets.repository.ts'
import { webhooksRepository as repository } from './webhooks.repository.ts'

/** An address may hold a key of its receiver in its path or query: the log names the host. */
export const toHost = (url: string): string => URL.parse(url)?.host ?? ''
const toAuditValues = ({ url, events, ordered, active }: WebhookWrite, app: string) => ({
  app,
  address: toHost(url),
  event: events,
  ordered,
  disabled: !active,
})

/** A webhook may be switched off whatever it receives. */
const isSwitchOff = (before: WebhookWrite, after: WebhookWrite): boolean =>
  !after.active &&
  isDeepStrictEqual({ ...toAuditValues(before, ''), disabled: true }, toAuditValues(after, '')) &&
  before.url === after.url

type Ports = {
  secrets: Pick<Secrets, 'seal'>
  events: EventCatalogue
  allowedNetworks: readonly string[]
  /** That events of a company are listened to from now on. */
  onSubscribed(companyId: string, events: readonly string[]): void
}
/** Webhooks of applications. Takes networks that may be called beside public addresses. */
export const createWebhooks = ({ secrets, events: catalogue, allowedNetworks, onSubscribed }: Ports) => {
  const expect = (scope: RequestScope, events: readonly string[]) =>
    scope.afterCommit(() => onSubscribed(scope.actor.companyId, events))

  return {
    async list(scope: RequestScope, appId: string): Promise<WebhookRow[]> {
      await findApp(scope, appId)
      return repository.list(scope.db, appId)
    },
    async events(scope: RequestScope, appId: string) {
      await findApp(scope, appId)
      return catalogue.openTo(scope.actor)
    },
    async event(scope: RequestScope, appId: string, event: string) {
      await findApp(scope, appId)
      return orNotFound(catalogue.find(event))
    },
    /** Throws `addressRefused`, `tooManyHooks`, and as `assertCoversEvents` does. */
    async create(scope: RequestScope, appId: string, hook: WebhookWrite) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      assertAddress(hook.url, allowedNetworks)
      assertCoversEvents(catalogue, scope.actor, app, hook.events)
      if ((await repository.count(db, appId)) >= maxWebhooks) throw new AppError(webhooksErrors.tooManyHooks)
      const author = toAuthor(scope)
      const id = await repository.insert(db, appId, hook, author)
      const { secret, hint } = newWebhookSecret()
      await webhookSecretsRepository.insert(db, id, { sealed: secrets.seal(secret), hint }, author)
      expect(scope, hook.events)
      scope.note({ entityId: id, entityName: toHost(hook.url), after: toAuditValues(hook, app.name) })
      return { id, secret, hint }
    },
    /** Throws as `create` does. Switched off, it sends nothing of what waits. */
    async update(scope: RequestScope, appId: string, id: string, { version, ...hook }: WebhookUpdate) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      const before = orNotFound(await repository.find(db, appId, id))
      assertVersion(before, version)
      if (!isSwitchOff(before, hook)) {
        assertAddress(hook.url, allowedNetworks)
        assertCoversEvents(catalogue, scope.actor, app, hook.events)
      }
      await repository.update(db, id, hook, toAuthor(scope))
      if (before.ordered && !hook.ordered) await repository.releaseAll(db, id)
      if (!hook.active) await repository.dropWaiting(db, id, t('Webhook 已停用'))
      expect(scope, hook.events)
      const [entityName, after] = [toHost(hook.url), toAuditValues(hook, app.name)]
      scope.note({ entityId: id, entityName, before: toAuditValues(before, app.name), after })
      return null
    },
    async remove(scope: RequestScope, appId: string, id: string) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      const before = orNotFound(await repository.find(db, appId, id))
      await repository.remove(db, id)
      await repository.removeDeliveries(db, id)
      scope.note({ entityId: id, entityName: toHost(before.url), before: toAuditValues(before, app.name) })
      return null
    },
  }
}
