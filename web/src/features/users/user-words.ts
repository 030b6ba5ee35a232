import type { UserRow } from '@atrium/contract/features/users/users.contract.ts'

/** How a person is named where a name alone may mean two. */
export const userName = ({ name, account }: Pick<UserRow, 'name' | 'account'>): string => `${name}（${account}）`

/** The name of somebody among these, by his id. */
export const nameIn = (people: readonly UserRow[]) => {
  const names = new Map(people.map((user) => [user.id, userName(user)]))
  return (id: string): string => names.get(id) ?? id
}

/** One person by name, several by their number. */
export const peopleText = (people: readonly Pick<UserRow, 'name' | 'account'>[]): string => {
  const [only, ...others] = people
  return only && others.length === 0 ? `“${userName(only)}”` : ` ${people.length} 个用户`
}

type Way = { name: string; org: { name: string } | null; anchor: { name: string } | null }
/** A role somebody wears: by which organisation, or for which one. */
export const wayText = ({ name, org, anchor }: Way): string => {
  if (org) return `${name}（经组织 ${org.name}）`
  return anchor ? `${name}（于 ${anchor.name}）` : name
}

export const fieldLabels = {
  account: '账号',
  name: '姓名',
  phone: '手机号',
  email: '邮箱',
  sex: '性别',
  expireTime: '到期时间',
  remark: '备注',
} as const

export const sexOptions = [
  { value: 0, label: '未填写' },
  { value: 1, label: '男' },
  { value: 2, label: '女' },
] as const
export const sexName = (sex: number): string => sexOptions.find(({ value }) => value === sex)?.label ?? '未填写'

/** What becomes of whoever is deleted. */
export const inBin = '会立即退出，不能再登录。三十天内可以在回收站恢复。'
