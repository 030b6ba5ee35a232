import { eventName } from '@atrium/contract/event-words.ts'
import type { DeliveryKind, DeliveryState } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import { type DeliveryRow, testEvent, type WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '../../../ui/texts.ts'

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

export const hookLabels = {
  url: t('接收地址'),
  events: t('订阅事件'),
  ordered: t('按对象顺序投递'),
  active: t('启用'),
} as const
export const deliveryNames: Readonly<Record<DeliveryState, string>> = {
  waiting: t('待投递'),
  sent: t('已送达'),
  failed: t('失败'),
  dropped: t('已放弃'),
}
export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'warn',
  sent: 'good',
  failed: 'danger',
  dropped: 'plain',
}
export const kindTexts: Readonly<Record<DeliveryKind, string>> = {
  event: t('事件'),
  replay: t('重发', { context: 'past' }),
  test: t('测试'),
}

/** The state of a delivery; one that has failed before says which try waits. */
export const deliveryText = ({ state, tries }: Pick<DeliveryRow, 'state' | 'tries'>): string =>
  state === 'waiting' && tries > 0 ? t('重试中（第 {tries} 次）', { tries }) : deliveryNames[state]

/** What a delivery is about. */
export const eventLabel = ({ event }: Pick<DeliveryRow, 'event'>): string =>
  event === testEvent ? t('测试事件') : t(eventName(event))
/** Whether a webhook is on, and answers. */
export const hookState = ({ active, failingSince }: WebhookRow): { text: string; tone: Tone } => {
  if (!active) return { text: t('已停用'), tone: 'plain' }
  return failingSince === null ? { text: t('正常'), tone: 'good' } : { text: t('投递失败'), tone: 'danger' }
}

const { hooks, deliveries, delivery } = webhooksContract
/** Reads that show webhooks and what they received. */
export const hookReads: readonly Endpoint[] = [hooks, deliveries, delivery]
