import { scopeNames, statusNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { maxCountedMembers, type RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type { Columns } from '../../../kernel/list-export.ts'

export const roleColumns: Columns<RoleRow> = {
  角色: ({ name }) => name,
  编码: ({ code }) => code,
  类型: ({ type }) => typeNames[type],
  成员: ({ users }) => (users > maxCountedMembers ? `${maxCountedMembers}+` : String(users)),
  状态: ({ status }) => statusNames[status],
  数据范围: ({ dataScope }) => scopeNames[dataScope],
  上级角色: ({ parentName }) => parentName,
  描述: ({ desc }) => desc,
  创建时间: ({ createTime }, clock) => clock(createTime),
}
