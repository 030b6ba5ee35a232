/** Labels of role types, statuses and data scopes, for screens and exports. */
export const typeNames = { builtin: '内置', template: '模板', custom: '自定义' } as const
export const statusNames = { 1: '正常', 0: '已锁定' } as const
export const scopeNames = {
  all: '全部数据',
  company: '本公司',
  orgSub: '本组织及下级',
  org: '本组织',
  custom: '指定组织',
  self: '仅本人',
} as const
