import type { ReactNode } from 'react'
import { type GrantImpact, GrantImpactCard } from './grant-impact-card.tsx'
import { useAnswer } from './use-answer.tsx'

type Shown<Impact> = {
  title: string
  /** What agreeing is called. */
  confirm: string
  /** What leaving it is called; unless it is said, there is a form to go back to. */
  cancel?: string
  headline: (impact: Impact) => string
  /** Several people may be concerned. */
  counted?: boolean
  /** What there is to say besides. */
  besides?: (impact: Impact) => ReactNode
}

/**
 * Shows what a change of grants would do and waits for the answer. Out: what to render, `confirms` for the write, and whether
 * somebody is reading: then nothing is on its way.
 */
export const useGrantImpact = <Impact extends GrantImpact>({
  headline,
  besides,
  cancel = '返回修改',
  counted = true,
  ...words
}: Shown<Impact>) => {
  const [card, ask, isRead] = useAnswer()
  const confirms = (impact: Impact) =>
    ask((onAnswer) => (
      <GrantImpactCard
        {...words}
        cancel={cancel}
        impact={impact}
        headline={headline(impact)}
        counted={counted}
        onAnswer={onAnswer}
      >
        {besides?.(impact)}
      </GrantImpactCard>
    ))
  return [card, confirms, isRead] as const
}

const personHeadline = (person: string) => (impact: GrantImpact) => {
  const parts = [
    impact.gained.length > 0 && `获得 ${impact.gained.length} 项权限`,
    impact.lost.length > 0 && `失去 ${impact.lost.length} 项权限`,
  ].filter(Boolean)
  return parts.length === 0 ? `${person}的权限不变。` : `${person}将${parts.join('，')}。`
}
/** The same of the roles of one person. In: what he is called. */
export const usePersonImpact = (person: string) =>
  useGrantImpact({
    title: `调整“${person}”的角色`,
    confirm: '确认调整',
    headline: personHeadline(person),
    counted: false,
  })
