import type { OpenAppKind, OpenAppState } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppImpact } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { numberText } from '../open-apis/public/open-words.ts'

export const appLabels = {
  name: '应用名称',
  kind: '应用类型',
  ownerId: '负责人',
  contact: '联系方式',
  home: '网址',
  networks: 'IP 白名单',
  rate: '调用上限',
  expireTime: '到期时间',
  desc: '描述',
} as const
export const kindNames: Readonly<Record<OpenAppKind, string>> = { server: '服务端', web: '网页', native: '客户端' }
export const stateNames: Readonly<Record<OpenAppState, string>> = { live: '正常', locked: '已锁定', expired: '已到期' }
export const stateTones = { live: 'good', locked: 'warn', expired: 'plain' } as const satisfies Record<
  OpenAppState,
  string
>
/** Calls that would be affected, in a sentence. */
export const callsText = ({ calls, active }: { calls: number; active: boolean }): string => {
  const recent = `此前 24 小时共 ${numberText(calls)} 次调用`
  return active ? `${recent}，本小时仍有调用。` : `${recent}。`
}
export const appImpactLines = (what: string) => (impact: OpenAppImpact) => [
  `${what}后，该应用的全部调用将立即被拒绝。`,
  callsText(impact),
  `涉及 ${impact.apis} 个接口、${impact.secrets} 个有效密钥。`,
]
