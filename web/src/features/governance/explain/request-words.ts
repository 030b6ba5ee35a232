import {
  type AccessRequestRow,
  accessRequestStates,
} from '@atrium/contract/features/governance/explain/access-request-row.ts'
import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'

/** Names of decision steps, in order. */
export const stepNames: Record<DecisionStep['step'], string> = {
  session: '会话',
  company: '公司',
  auth: '接口规则',
  element: '权限点绑定',
  roles: '角色',
  menu: '菜单',
  plan: '套餐',
  mode: '执行方式',
  mfa: '验证身份',
  scope: '数据范围',
  result: '结果',
}

export const stateNames: Record<AccessRequestRow['state'], string> = {
  open: '待处理',
  approved: '已通过',
  rejected: '已驳回',
}
export const stateTones = { open: 'accent', approved: 'good', rejected: 'plain' } as const
export const stateOptions = accessRequestStates.map((state) => ({ value: state, label: stateNames[state] }))
