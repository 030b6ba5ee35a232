import * as z from 'zod/mini'
import { version } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { isWebAddress } from '../open-apis/open-api-fields.ts'

export const maxWebhooks = 20
export const maxWebhookSecrets = 2
export const maxReplayed = 10_000
export const maxEvents = 200
/** `waiting`: due now or after a failed attempt; `failed`: given up; `dropped`: nothing was sent. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryKinds = ['event', 'replay', 'test'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

const addressMessage = '请输入 http 或 https 地址，不含账号、密码和 # 片段'
const url = z.string('请输入接收地址').check(
  z.trim(),
  z.minLength(1, '请输入接收地址'),
  z.maxLength(500, '最多 500 个字符'),
  z.refine((typed) => isWebAddress(typed), addressMessage),
)
/** As the contracts declare it: `post.created`. */
export const eventName = z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{1,40}$/, '事件名称格式不正确'))

export const webhookWrite = z.object({
  url,
  events: z
    .array(eventName, '请选择事件')
    .check(
      z.minLength(1, '请选择事件'),
      z.maxLength(maxEvents, { error: () => t('最多 {maxEvents} 个事件', { maxEvents }) }),
    ),
  /** Events of one entity are sent one after the other. */
  ordered: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
})
export const webhookUpdate = z.extend(webhookWrite, { version })
export type WebhookWrite = z.output<typeof webhookWrite>
export type WebhookUpdate = z.output<typeof webhookUpdate>

const hoursMessage = '请输入 0 到 168 之间的整数'
export const webhookRotation = z.object({
  /** For how many hours deliveries are signed with the present secret as well. */
  overlapHours: z._default(z.int(hoursMessage).check(z.gte(0, hoursMessage), z.lte(168, hoursMessage)), 24),
})
export type WebhookRotation = z.output<typeof webhookRotation>
