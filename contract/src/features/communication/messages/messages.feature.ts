import type { Feature } from '../../../kernel/feature.ts'
import { messagesContract, messageTemplatesContract } from './messages.contract.ts'
import { messagesErrors } from './messages.errors.ts'

export const messagesFeature = {
  sort: 150,
  contracts: { messages: messagesContract, messageTemplates: messageTemplatesContract },
  errors: { messages: messagesErrors },
  menus: [
    {
      code: 'sys.messageLog',
      parent: 'messages',
      sort: 10,
      name: '发送记录',
      icon: 'inbox',
      path: 'sys/messages/log',
      component: 'sys/messages',
      needs: 'sysMessages:list',
    },
    {
      code: 'sys.messageTemplates',
      parent: 'messages',
      sort: 20,
      name: '消息模板',
      icon: 'file-text',
      path: 'sys/messages/templates',
      component: 'sys/message-templates',
      needs: 'sysMessageTemplates:list',
    },
  ],
} as const satisfies Feature

export const messagesWords = {
  sysMessages: '发送记录',
  sysMessageTemplates: '消息模板',
  'messageTemplate.updated': '修改消息模板',
  'testMessage.requested': '发送测试消息',
} as const
