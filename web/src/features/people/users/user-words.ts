import { duties } from '@atrium/contract/features/people/users/user-codes.ts'
import { dutyNames } from '@atrium/contract/features/people/users/user-words.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'

/** One user by name, several by number. */
export const peopleText = (people: readonly Pick<UserRow, 'name' | 'account'>[]): string => {
  const [only, ...others] = people
  return only && others.length === 0
    ? t('“{name}”', { name: userName(only) })
    : t(' {count} 个用户', { count: people.length })
}

type RoleSource = { name: string; org: { name: string } | null; anchor: { name: string } | null }
/** An assigned role with its source or scope organisation. */
export const roleSourceText = ({ name, org, anchor }: RoleSource): string => {
  if (org) return t('{name}（通过组织 {name2}）', { name, name2: org.name })
  return anchor ? t('{name}（于 {name2}）', { name, name2: anchor.name }) : name
}

export const fieldLabels = {
  account: t('账号'),
  name: t('姓名'),
  phone: t('手机号'),
  email: t('邮箱'),
  sex: t('性别'),
  expireTime: t('到期时间'),
  remark: t('备注'),
} as const

/** Duties with a label for members, who otherwise have none. */
export const dutyOptions = duties
  .toReversed()
  .map((duty) => ({ value: duty, label: t(dutyNames[duty]) || t('成员', { context: 'singular' }) }))

/** Consequences of deleting users. */
export const removalNote = t('将立即退出登录，不能再登录。三十天内可在回收站恢复。')
