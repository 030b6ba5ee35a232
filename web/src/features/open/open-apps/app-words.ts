import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type {
  OpenAppKind,
  OpenAppState,
  SecretState,
} from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { CallLogRow, OpenAppImpact } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { numberText } from '../../../shared/open/open-words.ts'

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

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
export const stateTones: Readonly<Record<OpenAppState, Tone>> = { live: 'good', locked: 'warn', expired: 'plain' }
export const secretNames: Readonly<Record<SecretState, string>> = {
  live: '使用中',
  rotating: '轮换中，仍有效',
  revoked: '已停用',
  expired: '已到期',
}
export const secretTones: Readonly<Record<SecretState, Tone>> = {
  live: 'good',
  rotating: 'warn',
  revoked: 'plain',
  expired: 'plain',
}
export const resultNames: Readonly<Record<CallLogRow['result'], string>> = {
  ok: '成功',
  failed: '失败',
  refused: '被拒绝',
}
export const resultTones: Readonly<Record<CallLogRow['result'], Tone>> = {
  ok: 'good',
  failed: 'warn',
  refused: 'danger',
}
/** The steps of the gate, as what holds when a call has passed them. */
export const stepNames: Readonly<Record<GateStep, string>> = {
  format: '请求头完整',
  app: '应用可用',
  secret: '密钥有效',
  network: '来源 IP 在白名单',
  clock: '时间在允许范围',
  signature: '签名一致',
  nonce: '随机串未使用过',
  api: '接口已授权',
  limit: '未超出调用上限',
}
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
