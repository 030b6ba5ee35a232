import * as z from 'zod/mini'
import { optionalMultilineText, optionalText, text } from '../../../kernel/fields.ts'
import { id, version } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { t } from '../../../kernel/texts.ts'
import { callLimits, isWebAddress } from '../open-apis/open-api-fields.ts'
import { customApp } from './custom-app.ts'

export const openAppKinds = ['server', 'web', 'native'] as const
export type OpenAppKind = (typeof openAppKinds)[number]
/** What runs on devices of people keeps no secret. */
export const hasSecrets = (kind: OpenAppKind): boolean => kind === 'server'
export const openAppStates = ['live', 'locked', 'expired'] as const
export type OpenAppState = (typeof openAppStates)[number]
/** `rotating`: another secret takes its place, and both are valid. */
export const secretStates = ['live', 'rotating', 'revoked', 'expired'] as const
export type SecretState = (typeof secretStates)[number]

export const maxLiveSecrets = 3
export const maxOpenApps = 500
const maxNetworks = 50

const homeMessage = '请输入 http 或 https 网址'
const home = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(200, '最多 200 个字符'),
    z.refine((typed) => typed === '' || isWebAddress(typed), homeMessage),
  ),
  '',
)
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const networks = z._default(
  z.array(z.string().check(z.trim(), z.maxLength(50))).check(
    z.maxLength(maxNetworks, { error: () => t('最多 {maxNetworks} 个地址或网段', { maxNetworks }) }),
    z.refine((typed) => typed.every((each) => network.safeParse(each).success), {
      error: ({ input }) => {
        const wrong = (input as string[]).find((each) => !network.safeParse(each).success)
        return t('“{wrong}”不是 IP 地址或网段，例如 203.0.113.7、203.0.113.0/24 或 2001:db8::/32', { wrong })
      },
    }),
  ),
  [],
)

export const openAppWrite = z.object({
  name: text(50, '请输入应用名称'),
  kind: z._default(z.enum(openAppKinds, '请选择应用类型'), 'server'),
  home,
  desc: optionalMultilineText(200),
  /** How to reach those who operate it. */
  contact: optionalText(100),
  /** Null: the caller. */
  ownerId: z._default(z.nullable(id), null),
  /** Empty: any address. */
  networks,
  /** Of all its calls together. */
  rate: z._default(z.object(callLimits), { perMinute: null, perDay: null }),
  expireTime: optionalMomentInput,
  custom: customApp.input,
})
export const openAppUpdate = z.extend(openAppWrite, { version })
export type OpenAppWrite = z.output<typeof openAppWrite>
export type OpenAppUpdate = z.output<typeof openAppUpdate>

export const secretCreate = z.object({
  expireTime: optionalMomentInput,
  /** For how many hours the valid secrets stay valid beside the new one; null: until they expire. */
  overlapHours: z._default(
    z.nullable(
      z
        .int('请输入 0 到 720 之间的整数')
        .check(z.gte(0, '请输入 0 到 720 之间的整数'), z.lte(720, '请输入 0 到 720 之间的整数')),
    ),
    null,
  ),
})
export type SecretCreate = z.output<typeof secretCreate>

const grantFields = {
  /** Null: the limits of the API. */
  rate: z._default(z.object(callLimits), { perMinute: null, perDay: null }),
  startTime: optionalMomentInput,
  expireTime: optionalMomentInput,
  reason: optionalText(200),
}
export const grantCreate = z.object({
  apiIds: z.array(id).check(z.minLength(1, '请选择接口'), z.maxLength(100, '一次最多 100 个接口')),
  ...grantFields,
})
export const grantUpdate = z.object(grantFields)
export type GrantCreate = z.output<typeof grantCreate>
export type GrantUpdate = z.output<typeof grantUpdate>
