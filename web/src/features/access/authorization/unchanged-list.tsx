import type { unchangedReasons } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { FirstRows } from '../../../ui/first-rows.tsx'
import { t } from '../../../ui/texts.ts'

type Reason = (typeof unchangedReasons)[number]
type Person = { userId: string; name: string; account: string; roles: readonly string[] }
/** Users with an affected role whose rights stay the same, by reason. */
export type Unchanged = readonly { reason: Reason; users: number; people: readonly Person[] }[]

const quote = (roles: readonly string[]) => listText(roles.map((name) => `“${name}”`))
/** Why rights stay the same, with the roles that are the reason. */
const reasonText: Record<Reason, (roles: readonly string[]) => string> = {
  otherRole: (roles) => (roles.length > 0 ? t('已由{roles}授予', { roles: quote(roles) }) : t('已由其他角色授予')),
  locked: (roles) => (roles.length > 0 ? t('{roles}已锁定', { roles: quote(roles) }) : t('角色已锁定')),
  plan: () => t('公司的套餐不包含'),
  sameElements: () => t('权限点未变更'),
}

const shownRoles = 2
/** How many users keep their rights although elements change, and why. */
export const unchangedText = (unchanged: Unchanged): string[] =>
  unchanged.flatMap(({ reason, users, people }) => {
    const roles = [...new Set(people.flatMap((person) => person.roles))]
    const shown = roles.length > shownRoles ? [] : roles
    return reason === 'sameElements' ? [] : t('{users} 人不变（{shown}）', { users, shown: reasonText[reason](shown) })
  })

/** Users whose rights stay the same, each with the reason. */
export const UnchangedList = ({ unchanged }: { unchanged: Unchanged }) => (
  <FirstRows
    label={t('权限不变的用户')}
    total={unchanged.reduce((sum, { users }) => sum + users, 0)}
    rows={unchanged.flatMap(({ reason, people }) =>
      people.map(({ userId, roles, ...user }) => {
        return { key: userId, name: userName(user), note: reasonText[reason](roles) }
      }),
    )}
  />
)
