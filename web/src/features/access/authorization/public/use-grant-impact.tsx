import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import type { ReactNode } from 'react'
import { t } from '../../../../ui/texts.ts'
import { useConfirmCard } from '../../../../ui/use-confirm-card.tsx'
import { type GrantImpact, GrantImpactCard } from './grant-impact-card.tsx'

type GrantImpactOptions<Impact> = {
  title: string
  /** Label of the confirm button. */
  confirm: string
  /** Label of the cancel button; by default it leads back to the form. */
  cancel?: string
  headline: (impact: Impact) => string
  /** Several users may be affected. */
  showsCounts?: boolean
  /** Additional content. */
  extra?: (impact: Impact) => ReactNode
}

/**
 * Shows the impact of a grant change and waits for the answer.
 * @returns the element to render, `confirms` for the write, and whether the user is still reading: then no call is
 *   running.
 */
export const useGrantImpact = <Impact extends GrantImpact>({
  headline,
  extra,
  cancel = t('返回修改'),
  showsCounts = true,
  ...words
}: GrantImpactOptions<Impact>) => {
  const [card, ask, isRead] = useConfirmCard()
  const confirms = (impact: Impact) =>
    ask((onAnswer) => (
      <GrantImpactCard
        {...words}
        cancel={cancel}
        impact={impact}
        headline={headline(impact)}
        showsCounts={showsCounts}
        onAnswer={onAnswer}
      >
        {extra?.(impact)}
      </GrantImpactCard>
    ))
  return [card, confirms, isRead] as const
}

const personHeadline = (person: string) => (impact: GrantImpact) => {
  const parts = [
    impact.gained.length > 0 && t('获得 {count} 项权限', { count: impact.gained.length }),
    impact.lost.length > 0 && t('失去 {count} 项权限', { count: impact.lost.length }),
  ].filter((part) => part !== false)
  return parts.length === 0
    ? t('{person}的权限不变。', { person })
    : t('{person}将{parts}。', { person, parts: clausesText(parts) })
}
/** Same for one user. `person`: their name. */
export const usePersonImpact = (
  person: string,
  words: { title: string; confirm: string } = { title: t('调整“{person}”的角色', { person }), confirm: t('确认调整') },
) =>
  useGrantImpact({
    ...words,
    headline: personHeadline(person),
    showsCounts: false,
  })
