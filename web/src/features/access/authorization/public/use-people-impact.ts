import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../../ui/texts.ts'
import { unchangedText } from '../unchanged-list.tsx'
import type { GrantImpact } from './grant-impact-card.tsx'
import { useGrantImpact } from './use-grant-impact.tsx'

/** Summarises how many users gain and lose rights, with other consequences. */
export const peopleHeadline = (impact: GrantImpact, extra: readonly string[] = []): string => {
  const { affectedUsers, gainingUsers, losingUsers } = impact
  if (affectedUsers === 0) return t('没有用户因此获得或失去权限。')
  const parts = [
    ...(gainingUsers > 0 ? [t('{gainingUsers} 人获得权限', { gainingUsers })] : []),
    ...(losingUsers > 0 ? [t('{losingUsers} 人失去权限', { losingUsers })] : []),
    ...extra,
    ...unchangedText(impact.unchanged),
  ]
  if (parts.length === 0) return t('涉及 {affectedUsers} 人，权限不变。', { affectedUsers })
  return t('涉及 {affectedUsers} 人：{parts}。', { affectedUsers, parts: clausesText(parts) })
}

/**
 * Shows the impact of role changes on several users and waits for the answer. `title` and `confirm`: title and button
 * of the card.
 */
export const usePeopleImpact = (title: string, confirm: string) =>
  useGrantImpact({ title, confirm, headline: (impact) => peopleHeadline(impact) })
