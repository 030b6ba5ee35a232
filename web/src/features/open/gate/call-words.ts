import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { CallLogRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { t } from '../../../ui/texts.ts'

export const resultNames: Readonly<Record<CallLogRow['result'], string>> = {
  ok: t('成功'),
  failed: t('失败'),
  refused: t('被拒绝'),
}
export const resultTones: Readonly<Record<CallLogRow['result'], 'good' | 'warn' | 'danger'>> = {
  ok: 'good',
  failed: 'warn',
  refused: 'danger',
}
/** The steps of the gate, as what holds when a call has passed them. */
export const stepNames: Readonly<Record<GateStep, string>> = {
  format: t('请求头完整'),
  app: t('应用可用'),
  secret: t('密钥有效'),
  network: t('来源 IP 在白名单'),
  clock: t('时间在允许范围'),
  signature: t('签名一致'),
  nonce: t('随机串未使用过'),
  api: t('接口已授权'),
  limit: t('未超出调用上限'),
}
/** What helps when a call was refused at a step. */
export const remedies: Readonly<Record<GateStep, string>> = {
  format: t('请求须携带 X-App-Key、X-Timestamp、X-Nonce 和 X-Sign。'),
  app: t('应用已锁定或已到期，或没有负责人。请检查应用的状态、到期时间和负责人。'),
  secret: t('没有可用的密钥。请新增或轮换密钥，并交给调用方更换。'),
  network: t('来源 IP 不在白名单。确认来源可信后，请编辑应用，加入该 IP 或网段。'),
  clock: t('调用方的时间与服务器相差过大，请校准调用方的时钟。'),
  signature: t(
    '请将调用方实际签名的内容与应签名的内容逐行比对。常见原因：查询参数未按名称升序排列，或签名后修改了请求体。',
  ),
  nonce: t('随机串已使用过。每次调用须生成新的随机串，重试也不例外。'),
  api: t('接口未授权，或授权已到期。请在“接口”中添加授权。'),
  limit: t('超出调用上限。请降低调用频率，或在“接口”中调整上限。'),
}
