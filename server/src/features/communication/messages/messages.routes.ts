import {
  messagesContract,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { messageTemplatesService } from './message-templates.service.ts'
import type { MessagesService } from './messages.service.ts'

export const messagesRoutes = (messages: MessagesService) => [
  ...implement(messagesContract, {
    async list(scope, { query }) {
      assertPageDepth(query)
      return messages.list(scope.db, scope.actor, query)
    },
    test: (scope, { body }) => messages.sendTest(scope, body),
  }),
  ...implement(messageTemplatesContract, {
    list: (scope, { query }) => messageTemplatesService.list(scope, query),
    update: (scope, { params, body }) => messageTemplatesService.update(scope, params.id, body),
  }),
]
