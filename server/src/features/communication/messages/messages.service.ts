import { channels, type messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { messagesErrors } from '@atrium/contract/features/communication/messages/messages.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { email, phone } from '@atrium/contract/kernel/fields.ts'
import { currentLanguage } from '@atrium/contract/kernel/texts.ts'
import { inCode } from '../../../kernel/call-context.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { defineTrigger, type Trigger } from '../../../kernel/jobs/define-job.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { type Actor, AppError, type DetachedScope, type Owner, type RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import type { Channel, TemplateCode } from './builtin-templates.ts'
import { type MessageValues, pickLater, toWords } from './compose.ts'
import { createDeliverer } from './deliverer.ts'
import { type Content, createDelivery } from './delivery.ts'
import { deliveryTrigger } from './delivery-trigger.ts'
import { messagesRepository } from './messages.repository.ts'
import { createProviders } from './providers.ts'
import { maskedRecipient, type Recipient, toRecipient } from './recipients.ts'
import { createSendBudgets } from './send-budgets.ts'

/** Longer than any provider's timeouts; then another node retries. */
const leaseSeconds = 60
const platform = { reach: 'platform' } as const

type NewMessage = {
  companyId: string
  channel: Channel
  template: TemplateCode
  to: Recipient
  /** Delivery drops the message unless a user has this phone or mail address. */
  onlyIfKnown?: boolean
  values: MessageValues
  /** Who reads it if the address is no longer theirs. */
  reader?: Owner
  /** Causes the message themselves: it is in the language of the call if none is set for them. */
  byReader?: boolean
}
type Notice = Pick<NewMessage, 'companyId' | 'template' | 'values'>
type Test = InputOf<typeof messagesContract.test>['body']

/** The only port for SMS and mail (decision 20). */
export type Messages = {
  /** Enqueues a message in the caller's transaction. */
  enqueue(db: Db, message: NewMessage): Promise<void>
  /** The same for many, with one statement. */
  enqueueAll(db: Db, messages: readonly NewMessage[]): Promise<void>
  /**
   * Notifies accounts by mail, enqueued in the caller's transaction and sent after the commit. Accounts are resolved at
   * delivery, so that known and unknown ones cost the same; those without an address get no mail.
   */
  notify(scope: RequestScope, accounts: readonly string[], notice: Notice): Promise<void>
  /** Delivers at once instead of within two seconds, if this node works; call after the commit. */
  wake(): void
  /** Delivers what is due. */
  trigger: Trigger
}
export type MessagesService = ReturnType<typeof createMessages>

type Ports = {
  database: Database
  limits: Limits
  secrets: Secrets
  settings: Settings
  outboxFolder: string
  wakeJob(name: string): void
  onError(error: unknown): void
}

export const createMessages = ({ database, limits, secrets, settings, outboxFolder, wakeJob, onError }: Ports) => {
  const budgets = createSendBudgets({ database, limits, settings })
  const providers = createProviders(settings, outboxFolder)
  const deliver = createDelivery({ database, secrets, budgets, providers, onError })
  // One per channel: a mail server that does not answer holds up no SMS.
  const deliverers = channels.map((channel) =>
    createDeliverer({
      claim: (limit) => database.transact(platform, (db) => messagesRepository.claim(db, channel, limit, leaseSeconds)),
      deliver: (claimed) => deliver(claimed, channel),
      onError,
    }),
  )
  /** What is claimed now is due again when its lease ends, should this node die. */
  const lookAgain = async (db: Db) => {
    const seconds = await messagesRepository.secondsUntilDue(db)
    if (seconds !== undefined) await fireTrigger(db, deliveryTrigger, seconds)
  }

  const messages: Messages = {
    enqueue: (db, message) => messages.enqueueAll(db, [message]),
    async enqueueAll(db, added) {
      if (added.length === 0) return
      const rows = added.map(({ companyId, channel, template, to, onlyIfKnown = false, values, reader, byReader }) => {
        const content: Content = {
          to,
          onlyIfKnown,
          values: inCode(() => toWords(values)),
          later: pickLater(values),
          reader,
          language: byReader ? currentLanguage() : undefined,
        }
        return {
          companyId,
          channel,
          template,
          target: maskedRecipient(to),
          content: secrets.seal(JSON.stringify(content)),
        }
      })
      await messagesRepository.insertAll(db, rows)
      await fireTrigger(db, deliveryTrigger)
    },
    async notify({ db, afterCommit }, accounts, notice) {
      for (const account of accounts) await messages.enqueue(db, { ...notice, channel: 'mail', to: { account } })
      afterCommit(messages.wake)
    },
    wake: () => wakeJob(deliveryTrigger.name),
    trigger: defineTrigger({
      ...deliveryTrigger,
      async run() {
        await Promise.all(deliverers.map((each) => each.fill()))
        await database.transact(platform, lookAgain)
      },
      async drain() {
        await Promise.all(deliverers.map((each) => each.drain()))
        providers.close()
      },
    }),
  }

  return {
    ...messages,
    list: ({ db, actor, origin }: RequestScope, query: InputOf<typeof messagesContract.list>['query']) =>
      messagesRepository.list(db, { actor, query, timeZone: origin.timeZone }),
    histogram: ({ db, actor, origin }: RequestScope, query: InputOf<typeof messagesContract.histogram>['query']) =>
      messagesRepository.histogram(db, { actor, query, timeZone: origin.timeZone }),
    /**
     * Sends a test message at the company's cost.
     * @throws `wrongTarget` and the errors of the budgets
     */
    async sendTest(scope: DetachedScope<Actor>, { channel, target }: Test) {
      const address = (channel === 'sms' ? phone : email).safeParse(target)
      if (!address.success) {
        const { wrongTarget } = messagesErrors
        throw new AppError(wrongTarget, { errors: [{ field: 'target', msg: wrongTarget.msg }] })
      }
      const to = toRecipient(channel, address.data)
      const { companyId } = scope.actor
      scope.note({ after: { channel, target: maskedRecipient(to) } })
      await budgets.forRequest({ to, ip: scope.origin.ip, companyId, channel })
      await scope.commit((db) =>
        messages.enqueue(db, { companyId, channel, template: 'test', to, values: {}, byReader: true }),
      )
      messages.wake()
      return null
    },
  }
}
