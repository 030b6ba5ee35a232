import type {
  OrganizationImpact,
  OrganizationRemoval,
  OrganizationRolesImpact,
} from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  maxCountedPeople,
  type OrganizationRow,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { duties } from '@atrium/contract/features/people/users/user-codes.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { concernLines } from '../../../kernel/forms/concern-lines.ts'
import { t } from '../../../ui/texts.ts'

export const dutyNames: Record<(typeof duties)[number], string> = {
  leader: t('负责人'),
  deputy: t('副负责人'),
  member: t('成员', { context: 'singular' }),
}
export const dutyOptions = Object.entries(dutyNames).map(([value, label]) => ({ value, label }))

export const statusOptions = [
  { value: 1, label: t('启用') },
  { value: 0, label: t('停用') },
] as const

export const fieldLabels = {
  name: t('组织名称'),
  code: t('组织编码'),
  kind: t('类型'),
  parent: t('上级组织'),
  phone: t('电话'),
  email: t('邮箱'),
  status: t('状态'),
} as const

export const stoppedHelp = t('停用后，组织的角色不再生效，也不能加入成员和下级组织')

/** Number of people with those of descendants, up to a limit. */
export const withinText = ({ usersWithin }: Pick<OrganizationRow, 'usersWithin'>) =>
  usersWithin > maxCountedPeople ? `${maxCountedPeople}+` : usersWithin
type Counted = Pick<OrganizationRow, 'users' | 'usersWithin' | 'leaf'>
/** Number of direct members, and with descendants up to a limit. */
export const countText = (row: Counted): string =>
  row.leaf
    ? t('成员 {users}', { users: row.users })
    : t('成员 {users} · 含下级 {row}', { users: row.users, row: withinText(row) })
/** The one number of a tree's node: all people within. Its tip tells the direct ones apart. */
export const nodeCount = (row: Counted): string => `${row.leaf ? row.users : withinText(row)}`
export const nodeCountTip = (row: Counted): string =>
  row.leaf
    ? t('{users} 人', { users: row.users })
    : t('直属 {users} 人，含下级 {row} 人', { users: row.users, row: withinText(row) })

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
  t('涉及 {organizations} 个组织、{users} 人。', { organizations, users }),
  into.length > 0 ? t('新位置：{into}', { into: into.join(' / ') }) : t('新位置：顶级'),
  t('按组织划分数据范围的角色，将按新位置重新计算可见数据，立即生效。'),
  ...(roles.length > 0 ? [t('指定了这些组织的角色：{roles}', { roles: listText(roles) })] : []),
  ...(rolesLost.length > 0
    ? [t('离开的成员不再拥有原组织的角色：{rolesLost}', { rolesLost: listText(rolesLost) })]
    : []),
  ...(rolesGained.length > 0
    ? [t('进入的成员将拥有新组织的角色：{rolesGained}', { rolesGained: listText(rolesGained) })]
    : []),
  ...(leaders.length > 0
    ? [t('原组织的负责人将成为“{at}”的负责人：{leaders}', { at: into.at(-1), leaders: listText(leaders) })]
    : []),
]

/** Impact of stopping or starting an organisation on its members. */
export const statusImpactLines = ({ given, taken, users }: OrganizationRolesImpact): string[] =>
  taken.length > 0
    ? [t('{users} 名直属成员不再因本组织拥有：{taken}', { users, taken: listText(taken) }), stoppedHelp]
    : [t('{users} 名直属成员将再次拥有：{given}', { users, given: listText(given) })]

/** Impact of removing an organisation on assignments scoped to it. */
export const endImpactLines = ({ taken, users, modules }: OrganizationRemoval): string[] => [
  ...(users > 0 ? [t('{users} 人适用于本组织的角色将一并收回：{taken}', { users, taken: listText(taken) })] : []),
  ...concernLines(modules),
]

/** Impact of changed roles on the members of an organisation. */
export const rolesImpactLines = ({ given, taken, users }: OrganizationRolesImpact): string[] => [
  ...(given.length > 0 ? [t('{users} 名直属成员将拥有：{given}', { users, given: listText(given) })] : []),
  ...(taken.length > 0 ? [t('{users} 名直属成员不再因本组织拥有：{taken}', { users, taken: listText(taken) })] : []),
  t('以后加入的成员自动拥有本组织的角色。'),
]
