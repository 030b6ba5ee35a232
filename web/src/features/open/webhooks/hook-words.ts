import { eventName } from '@atrium/contract/event-words.ts'
import type { DeliveryKind, DeliveryState } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import { type DeliveryRow, testEvent, type WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

export const hookLabels = { url: '接收地址', events: '订阅事件', ordered: '按对象顺序投递', active: '启用' } as const
export const deliveryNames: Readonly<Record<DeliveryState, string>> = {
  waiting: '待投递',
  sent: '已送达',
  failed: '失败',
  dropped: '已放弃',
}
export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'warn',
  sent: 'good',
  failed: 'danger',
  dropped: 'plain',
}
export const kindTexts: Readonly<Record<DeliveryKind, string>> = { event: '事件', replay: '重发', test: '测试' }

/** The state of a delivery; one that has failed before says which try waits. */
export const deliveryText = ({ state, tries }: Pick<DeliveryRow, 'state' | 'tries'>): string =>
  state === 'waiting' && tries > 0 ? `重试中（第 ${tries} 次）` : deliveryNames[state]

/** What a delivery is about. */
export const eventLabel = ({ event }: Pick<DeliveryRow, 'event'>): string =>
  event === testEvent ? '测试事件' : eventName(event)
/** Whether a webhook is on, and answers. */
export const hookState = ({ active, failingSince }: WebhookRow): { text: string; tone: Tone } => {
  if (!active) return { text: '已停用', tone: 'plain' }
  return failingSince === null ? { text: '正常', tone: 'good' } : { text: '投递失败', tone: 'danger' }
}

const { hooks, deliveries, delivery } = webhooksContract
/** Reads that show webhooks and what they received. */
export const hookReads: readonly Endpoint[] = [hooks, deliveries, delivery]
