/** Labels of company and tenant states, for screens and exports. */
export const stateNames = { 1: '正常', 0: '停用', 2: '锁定' } as const
export const tenantStateNames = {
  trial: '试用',
  active: '服务中',
  grace: '宽限期',
  expired: '已到期',
  suspended: '已暂停',
  closing: '注销中',
} as const
