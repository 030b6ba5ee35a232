import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { CallLogRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'

export const resultNames: Readonly<Record<CallLogRow['result'], string>> = {
  ok: '成功',
  failed: '失败',
  refused: '被拒绝',
}
export const resultTones: Readonly<Record<CallLogRow['result'], 'good' | 'warn' | 'danger'>> = {
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
