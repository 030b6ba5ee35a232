import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { OpenApiState } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { numberText } from '../../../../ui/number-text.ts'
import { t } from '../../../../ui/texts.ts'

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

export const apiStateNames: Readonly<Record<OpenApiState, string>> = {
  draft: t('草稿'),
  online: t('已上线'),
  deprecated: t('已弃用'),
  offline: t('已下线'),
}
export const apiStateTones: Readonly<Record<OpenApiState, Tone>> = {
  draft: 'plain',
  online: 'good',
  deprecated: 'warn',
  offline: 'plain',
}
/** Why the gate refused a call. */
export const refusalNames: Readonly<Record<GateStep, string>> = {
  format: t('请求头有误'),
  app: t('应用不可用'),
  secret: t('密钥失效'),
  network: t('IP 不在白名单'),
  clock: t('时间超出范围'),
  signature: t('签名错误'),
  nonce: t('重复请求'),
  api: t('未授权'),
  limit: t('超出上限'),
}
export const apiKindNames = { own: t('内部接口'), target: t('业务系统') } as const
export const addressText = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

/** Options of a select, in the order of the names. */
export const toOptions = <K extends string>(names: Readonly<Record<K, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as K, label }))

/** Failed calls of all, in per cent; empty without calls. */
export const failureText = (calls: number, errors: number): string =>
  calls === 0 ? '' : `${((errors / calls) * 100).toFixed(errors === 0 || errors === calls ? 0 : 1)}%`
export const limitsText = ({ perMinute, perDay }: { perMinute: number | null; perDay: number | null }): string =>
  perMinute === null
    ? perDay === null
      ? t('不限')
      : t('每日 {perDay} 次', { perDay: numberText(perDay) })
    : perDay === null
      ? t('每分钟 {perMinute} 次', { perMinute: numberText(perMinute) })
      : t('每分钟 {perMinute} 次，每日 {perDay} 次', { perMinute: numberText(perMinute), perDay: numberText(perDay) })
