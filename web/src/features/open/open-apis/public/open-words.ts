import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { OpenApiState } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

export const apiStateNames: Readonly<Record<OpenApiState, string>> = {
  draft: '草稿',
  online: '已上线',
  deprecated: '已弃用',
  offline: '已下线',
}
export const apiStateTones: Readonly<Record<OpenApiState, Tone>> = {
  draft: 'plain',
  online: 'good',
  deprecated: 'warn',
  offline: 'plain',
}
/** Why the gate refused a call. */
export const refusalNames: Readonly<Record<GateStep, string>> = {
  format: '请求头有误',
  app: '应用不可用',
  secret: '密钥失效',
  network: 'IP 不在白名单',
  clock: '时间超出范围',
  signature: '签名错误',
  nonce: '重复请求',
  api: '未授权',
  limit: '超出上限',
}
export const apiKindNames = { own: '内部接口', target: '业务系统' } as const
export const addressText = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

/** Options of a select, in the order of the names. */
export const toOptions = <K extends string>(names: Readonly<Record<K, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as K, label }))

const inThousands = new Intl.NumberFormat('zh-CN')
export const numberText = (count: number): string => inThousands.format(count)
/** Failed calls of all, in per cent; empty without calls. */
export const failureText = (calls: number, errors: number): string =>
  calls === 0 ? '' : `${((errors / calls) * 100).toFixed(errors === 0 || errors === calls ? 0 : 1)}%`
export const limitsText = ({ perMinute, perDay }: { perMinute: number | null; perDay: number | null }): string =>
  [perMinute !== null && `每分钟 ${numberText(perMinute)} 次`, perDay !== null && `每日 ${numberText(perDay)} 次`]
    .filter(Boolean)
    .join('，') || '不限'
