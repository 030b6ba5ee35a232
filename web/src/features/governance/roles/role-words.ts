import type { RowsChange } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { maxCountedMembers, type RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'

/** Description of each data scope, widest first. */
export const scopeDescriptions: Record<DataScope, string> = {
  all: '不按归属限制，可查看权限内的全部数据。',
  company: '本公司的全部数据。',
  orgSub: '本人所在组织及其所有下级组织的数据。',
  org: '本人所在组织的数据，不含下级组织。',
  custom: '选定组织的数据。',
  self: '仅本人创建的数据。',
}

/** Number of assignees as far as lists count. */
export const peopleCount = (users: number): string =>
  users > maxCountedMembers ? `${maxCountedMembers}+` : String(users)
/** Labels of changes to visible rows. */
export const rowsChangeNames: Record<RowsChange['change'], string> = {
  wider: '范围扩大',
  narrower: '范围缩小',
  other: '范围改变',
}

export const fieldLabels = {
  name: '角色名称',
  code: '编码',
  type: '类型',
  parent: '上级角色',
  dataScope: '数据范围',
  sort: '排序',
  desc: '描述',
  workbench: '默认工作台',
} as const

export const typeOptions = [
  { value: 'custom', label: '自定义：可直接授予用户' },
  { value: 'template', label: '模板：仅用于复制和继承' },
] as const

/** Why the grants of a role cannot be changed, at all or by the caller; undefined if they can. */
export const findReadOnlyReason = ({ type, mine, everything }: RoleRow): string | undefined => {
  if (type === 'builtin') return '内置角色不可修改，可以复制后再调整。'
  if (mine) return '不能修改本人正在使用的角色。'
  return everything ? '该角色拥有全部权限，包括以后新增的。' : undefined
}
