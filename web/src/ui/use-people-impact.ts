import type { GrantImpact } from './grant-impact-card.tsx'
import { useGrantImpact } from './use-grant-impact.tsx'

/** Who gains and loses how much, in a sentence; and what else happens to them. */
export const peopleHeadline = (impact: GrantImpact, besides: readonly string[] = []): string => {
  const { affectedUsers, gainingUsers, losingUsers } = impact
  if (affectedUsers === 0) return '没有用户因此获得或失去权限。'
  const parts = [
    ...(gainingUsers > 0 ? [`${gainingUsers} 人获得权限`] : []),
    ...(losingUsers > 0 ? [`${losingUsers} 人失去权限`] : []),
    ...besides,
  ]
  if (parts.length === 0) return `涉及 ${affectedUsers} 人，${affectedUsers === 1 ? '他' : '他们'}的权限不变。`
  return `涉及 ${affectedUsers} 人：${parts.join('，')}。`
}

/** Shows what other roles do to several people, and waits for the answer. In: what the card is called, and what agreeing is. */
export const usePeopleImpact = (title: string, confirm: string) =>
  useGrantImpact({ title, confirm, headline: (impact) => peopleHeadline(impact) })
