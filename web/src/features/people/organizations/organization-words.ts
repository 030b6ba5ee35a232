import type {
  OrganizationImpact,
  OrganizationRolesImpact,
} from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  maxCountedPeople,
  type OrganizationRow,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { duties } from '@atrium/contract/features/people/users/user-codes.ts'

export const dutyNames: Record<(typeof duties)[number], string> = {
  leader: '负责人',
  deputy: '副负责人',
  member: '成员',
}
export const dutyOptions = Object.entries(dutyNames).map(([value, label]) => ({ value, label }))

export const statusOptions = [
  { value: 1, label: '启用' },
  { value: 0, label: '停用' },
] as const

export const fieldLabels = {
  name: '组织名称',
  code: '组织编码',
  kind: '类型',
  parent: '上级组织',
  phone: '电话',
  email: '邮箱',
  status: '状态',
} as const

export const stoppedHelp = '停用后，组织的角色不再生效，也不能加入成员和下级组织'

/** Number of people with those of descendants, up to a limit. */
export const withinText = ({ usersWithin }: Pick<OrganizationRow, 'usersWithin'>) =>
  usersWithin > maxCountedPeople ? `${maxCountedPeople}+` : usersWithin
type Counted = Pick<OrganizationRow, 'users' | 'usersWithin' | 'leaf'>
/** Number of direct members, and with descendants up to a limit. */
export const countText = (row: Counted): string =>
  row.leaf ? `成员 ${row.users}` : `成员 ${row.users} · 含下级 ${withinText(row)}`
/** The one number of a tree's node: all people within. Its tip tells the direct ones apart. */
export const nodeCount = (row: Counted): string => `${row.leaf ? row.users : withinText(row)}`
export const nodeCountTip = (row: Counted): string =>
  row.leaf ? `${row.users} 人` : `直属 ${row.users} 人，含下级 ${withinText(row)} 人`

/** Impact of a move, line by line. */
export const impactLines = ({
  organizations,
  users,
  roles,
  rolesLost,
  rolesGained,
  leaders,
  into,
}: OrganizationImpact): string[] => [
  `涉及 ${organizations} 个组织、${users} 人。`,
  into.length > 0 ? `新位置：${into.join(' / ')}` : '新位置：顶级',
  '按组织划分数据范围的角色，将按新位置重新计算可见数据，立即生效。',
  ...(roles.length > 0 ? [`指定了这些组织的角色：${roles.join('、')}`] : []),
  ...(rolesLost.length > 0 ? [`离开的成员不再拥有原组织的角色：${rolesLost.join('、')}`] : []),
  ...(rolesGained.length > 0 ? [`进入的成员将拥有新组织的角色：${rolesGained.join('、')}`] : []),
  ...(leaders.length > 0 ? [`原组织的负责人将成为“${into.at(-1)}”的负责人：${leaders.join('、')}`] : []),
]

/** Impact of stopping or starting an organisation on its members. */
export const statusImpactLines = ({ given, taken, users }: OrganizationRolesImpact): string[] =>
  taken.length > 0
    ? [`${users} 名直属成员不再因本组织拥有：${taken.join('、')}`, stoppedHelp]
    : [`${users} 名直属成员将再次拥有：${given.join('、')}`]

/** Impact of removing an organisation on assignments scoped to it. */
export const endImpactLines = ({ taken, users }: OrganizationRolesImpact): string[] => [
  `${users} 人适用于本组织的角色将一并收回：${taken.join('、')}`,
]

/** Impact of changed roles on the members of an organisation. */
export const rolesImpactLines = ({ given, taken, users }: OrganizationRolesImpact): string[] => [
  ...(given.length > 0 ? [`${users} 名直属成员将拥有：${given.join('、')}`] : []),
  ...(taken.length > 0 ? [`${users} 名直属成员不再因本组织拥有：${taken.join('、')}`] : []),
  '以后加入的成员自动拥有本组织的角色。',
]
