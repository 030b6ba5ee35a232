import { channels, type messagesContract } from '@atrium/contract/features/messages/messages.contract.ts'
import { messagesErrors } from '@atrium/contract/features/messages/messages.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { email, phone } from '@atrium/contract/kernel/fields.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Limits } from '../../kernel/limits.ts'
import { type Actor, AppError, type LooseScope, type RequestScope } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Settings } from '../base-parameters/index.ts'
import type { Channel, TemplateCode } from './builtin-templates.ts'
import { createDeliverer } from './deliverer.ts'
import { type Content, createDelivery } from './delivery.ts'
import { messagesRepository } from './messages.repository.ts'
import { createProviders } from './providers.ts'
import { maskedRecipient, type Recipient, recipientOn } from './recipients.ts'
import { createSendBudgets } from './send-budgets.ts'

/** Long enough for any provider's timeouts; after that another node tries. */
const leaseSeconds = 60
const platform = { reach: 'platform' } as const

type NewMessage = {
  companyId: string
  channel: Channel
  template: TemplateCode
  to: Recipient
  /** Delivery drops it unless somebody has that phone or mail address. */
  onlyIfKnown?: boolean
  values: Record<string, string>
}
type Notice = Pick<NewMessage, 'companyId' | 'template' | 'values'>
type Test = InputOf<typeof messagesContract.test>['body']

/** The one port for SMS and mail (docs/decisions/0020). */
export type Messages = {
  /** Puts a message in the outbox, in the caller's own transaction. */
  enqueue(db: Db, message: NewMessage): Promise<void>
  /**
   * Tells people by mail what happened: in the caller's own transaction, and sent once it is real. Whoever has no address is
   * told by nothing but the console; whether there is anybody of an account is found out at delivery (threat T11).
   */
  tell(scope: RequestScope, accounts: readonly string[], notice: Notice): Promise<void>
  /** Has it delivered at once instead of within two seconds; to be called after the commit. */
  wake(): void
  /** Begins to deliver on this node. In: where to tell of trouble. Out: how to stop. */
  start(onError: (error: unknown) => void): () => Promise<void>
}
export type MessagesService = ReturnType<typeof createMessages>

type Ports = { database: Database; limits: Limits; secrets: Secrets; settings: Settings; outboxFolder: string }

export const createMessages = ({ database, limits, secrets, settings, outboxFolder }: Ports) => {
  const budgets = createSendBudgets({ database, limits, settings })
  let deliverers: ReturnType<typeof createDeliverer>[] = []

  const messages: Messages = {
    async enqueue(db, { companyId, channel, template, to, onlyIfKnown = false, values }) {
      const content: Content = { to, onlyIfKnown, values }
      const sealed = secrets.seal(JSON.stringify(content))
      const target = maskedRecipient(to)
      await messagesRepository.insert(db, { companyId, channel, template, target, content: sealed })
    },
    async tell({ db, afterCommit }, accounts, notice) {
      for (const account of accounts) await messages.enqueue(db, { ...notice, channel: 'mail', to: { account } })
      afterCommit(messages.wake)
    },
    wake() {
      for (const each of deliverers) each.wake()
    },
    start(onError) {
      const providers = createProviders(settings, outboxFolder)
      const deliver = createDelivery({ database, secrets, budgets, providers, onError })
      // One for each channel: while mail waits for a server that does not answer, codes go on by SMS.
      deliverers = channels.map((channel) =>
        createDeliverer({
          claim: (most) =>
            database.transact(platform, (db) => messagesRepository.claim(db, channel, most, leaseSeconds)),
          deliver: (claimed) => deliver(claimed, channel),
          onError,
        }),
      )
      messages.wake()
      return async () => {
        await Promise.all(deliverers.map((each) => each.stop()))
        providers.close()
      }
    },
  }

  return {
    ...messages,
    list: messagesRepository.list,
    /** Sends a test message to whoever is named, at the company's cost. Throws `wrongTarget` and what the budgets refuse. */
    async sendTest(scope: LooseScope<Actor>, { channel, target }: Test) {
      const address = (channel === 'sms' ? phone : email).safeParse(target)
      if (!address.success) {
        const { wrongTarget } = messagesErrors
        throw new AppError(wrongTarget, { errors: [{ field: 'target', msg: wrongTarget.msg }] })
      }
      const to = recipientOn(channel, address.data)
      const { companyId } = scope.actor
      scope.note({ after: { channel, target: maskedRecipient(to) } })
      await budgets.forAsking({ to, ip: scope.origin.ip, companyId, channel })
      await scope.commit((db) => messages.enqueue(db, { companyId, channel, template: 'test', to, values: {} }))
      messages.wake()
      return null
    },
  }
}
