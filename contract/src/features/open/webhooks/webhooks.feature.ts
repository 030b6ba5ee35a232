import type { Feature } from '../../../kernel/feature.ts'
import { webhooksContract } from './webhooks.contract.ts'
import { webhooksErrors } from './webhooks.errors.ts'

export const webhooksFeature = {
  sort: 386,
  contracts: { webhooks: webhooksContract },
  errors: { webhooks: webhooksErrors },
  entities: { webhookSecret: 'webhook', webhookDelivery: 'webhook' },
  automatic: { 'webhook.stopped': 'openApps' },
} as const satisfies Feature

export const webhooksWords = {
  'webhook.created': '新增 Webhook',
  'webhook.updated': '修改 Webhook',
  'webhook.removed': '删除 Webhook',
  'webhook.tested': '测试 Webhook',
  'webhook.replayed': '批量重发 Webhook 事件',
  'webhook.stopped': '自动停用 Webhook',
  'webhookDelivery.replayed': '重发 Webhook 事件',
  'webhookSecret.created': '轮换 Webhook 密钥',
  'webhookSecret.revoked': '停用 Webhook 密钥',
} as const
