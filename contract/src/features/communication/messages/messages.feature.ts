import type { Feature } from '../../../kernel/feature.ts'
import { messagesContract, messageTemplatesContract } from './messages.contract.ts'
import { messagesErrors } from './messages.errors.ts'

export const messagesFeature = {
  contracts: { messages: messagesContract, messageTemplates: messageTemplatesContract },
  errors: { messages: messagesErrors },
  menus: [
    { code: 'sys.messages', parent: 'sys', sort: 120, name: '消息', icon: 'message-square', path: 'messages' },
    {
      code: 'sys.messageLog',
      parent: 'sys.messages',
      sort: 10,
      name: '发送记录',
      icon: 'inbox',
      path: 'log',
      component: 'sys/messages',
      needs: 'sysMessages:list',
    },
    {
      code: 'sys.messageTemplates',
      parent: 'sys.messages',
      sort: 20,
      name: '消息模板',
      icon: 'file-text',
      path: 'templates',
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
