import {
  messagesContract,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createCodes } from './codes.service.ts'
import { createFormerContacts } from './former-contacts.ts'
import { messageMetrics } from './message-metrics.repository.ts'
import { createMessageTemplates } from './message-templates.service.ts'
import { createMessages } from './messages.service.ts'

type Ports = Parameters<typeof createMessages>[0] &
  Parameters<typeof createMessageTemplates>[0] &
  Omit<Parameters<typeof createCodes>[0], 'messages'>

/** Messages by SMS and mail, and their templates. Offers `messages`, `codes`, which sends and checks codes, and notices to former contacts. */
export const createMessagesFeature = (ports: Ports) => {
  const messages = createMessages(ports)
  return {
    messages,
    codes: createCodes({ ...ports, messages }),
    notifyFormerContacts: createFormerContacts(messages),
    routes: [
      ...implement(messagesContract, {
        async list(scope, query) {
          assertPageDepth(query)
          return messages.list(scope, query)
        },
        histogram: messages.histogram,
        test: messages.sendTest,
      }),
      ...implement(messageTemplatesContract, createMessageTemplates(ports)),
    ],
    retention: ['delete from verification_codes where expires_at < now()'],
    jobs: [messages.trigger],
    metrics: [messageMetrics(ports.database)],
  }
}
