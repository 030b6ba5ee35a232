import type { RowsChange } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import type { DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { maxCountedMembers, type RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { t } from '../../../ui/texts.ts'

/** Description of each data scope, widest first. */
export const scopeDescriptions: Record<DataScope, string> = {
  all: t('不按归属限制，可查看权限内的全部数据。'),
  company: t('本公司的全部数据。'),
  orgSub: t('本人所在组织及其所有下级组织的数据。'),
  org: t('本人所在组织的数据，不含下级组织。'),
  custom: t('选定组织的数据。'),
  self: t('仅本人创建的数据。'),
}

/** Number of assignees as far as lists count. */
export const peopleCount = (users: number): string =>
  users > maxCountedMembers ? `${maxCountedMembers}+` : String(users)
/** Labels of changes to visible rows. */
export const rowsChangeNames: Record<RowsChange['change'], string> = {
  wider: t('范围扩大'),
  narrower: t('范围缩小'),
  other: t('范围改变'),
}

export const fieldLabels = {
  name: t('角色名称'),
  code: t('编码'),
  type: t('类型'),
  parent: t('上级角色'),
  dataScope: t('数据范围'),
  sort: t('排序'),
  desc: t('描述'),
  workbench: t('默认工作台'),
} as const

export const typeOptions = [
  { value: 'custom', label: t('自定义：可直接授予用户') },
  { value: 'template', label: t('模板：仅用于复制和继承') },
] as const

/** Why the grants of a role cannot be changed, at all or by the caller; undefined if they can. */
export const findReadOnlyReason = ({ type, mine, everything }: RoleRow): string | undefined => {
  if (type === 'builtin') return t('内置角色不可修改，可以复制后再调整。')
  if (mine) return t('不能修改本人正在使用的角色。')
  return everything ? t('该角色拥有全部权限，包括以后新增的。') : undefined
}
