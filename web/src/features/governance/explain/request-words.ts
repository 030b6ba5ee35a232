import {
  type AccessRequestRow,
  accessRequestStates,
} from '@atrium/contract/features/governance/explain/access-request-row.ts'
import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { t } from '../../../ui/texts.ts'

/** Names of decision steps, in order. */
export const stepNames: Record<DecisionStep['step'], string> = {
  session: t('会话', { context: 'noun' }),
  company: t('公司'),
  auth: t('接口规则'),
  element: t('权限点绑定'),
  roles: t('角色'),
  menu: t('菜单'),
  module: t('模块'),
  plan: t('套餐'),
  mode: t('执行方式'),
  mfa: t('验证身份'),
  scope: t('数据范围'),
  result: t('结果'),
}

export const stateNames: Record<AccessRequestRow['state'], string> = {
  open: t('待处理'),
  approved: t('已通过'),
  rejected: t('已驳回'),
}
export const stateTones = { open: 'accent', approved: 'good', rejected: 'plain' } as const
export const stateOptions = accessRequestStates.map((state) => ({ value: state, label: stateNames[state] }))
