import type { PlanImpact } from '@atrium/contract/features/plans/plans.contract.ts'
import { useAnswer } from '../../ui/use-answer.tsx'
import { PlanImpactCard } from './plan-impact-card.tsx'

/**
 * Shows what another ceiling would do to companies and waits for the answer. In: what the card is called. Out: what to render,
 * `confirms` for the write, and whether somebody is reading: then nothing is on its way.
 */
export const usePlanImpact = (title: string) => {
  const [card, ask, isRead] = useAnswer()
  const confirms = (impact: PlanImpact) =>
    ask((onAnswer) => <PlanImpactCard title={title} impact={impact} onAnswer={onAnswer} />)
  return [card, confirms, isRead] as const
}
