import type { OpenAppKind, OpenAppState } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppImpact } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'

export const appLabels = {
  name: t('应用名称'),
  kind: t('应用类型'),
  ownerId: t('负责人', { context: 'app' }),
  contact: t('联系方式'),
  home: t('网址'),
  networks: t('IP 白名单'),
  rate: t('调用上限'),
  expireTime: t('到期时间'),
  desc: t('描述'),
} as const
export const kindNames: Readonly<Record<OpenAppKind, string>> = {
  server: t('服务端'),
  web: t('网页'),
  native: t('客户端'),
}
export const stateNames: Readonly<Record<OpenAppState, string>> = {
  live: t('正常'),
  locked: t('已锁定'),
  expired: t('已到期'),
}
export const stateTones = { live: 'good', locked: 'warn', expired: 'plain' } as const satisfies Record<
  OpenAppState,
  string
>
/** Calls that would be affected, in a sentence. */
export const callsText = ({ calls, active }: { calls: number; active: boolean }): string => {
  const values = { calls: numberText(calls) }
  return active
    ? t('此前 24 小时共 {calls} 次调用，本小时仍有调用。', values)
    : t('此前 24 小时共 {calls} 次调用。', values)
}
export const appImpactLines = (effect: string) => (impact: OpenAppImpact) => [
  effect,
  callsText(impact),
  t('涉及 {apis} 个接口、{secrets} 个有效密钥。', { apis: impact.apis, secrets: impact.secrets }),
]
