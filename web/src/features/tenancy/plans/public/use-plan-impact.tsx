import type { PlanImpact } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { useConfirmCard } from '../../../../ui/use-confirm-card.tsx'
import { PlanImpactCard } from '../plan-impact-card.tsx'

/**
 * Shows the impact of another ceiling and waits for the answer.
 * @returns the card to render, `confirms` for the write, and whether the card is open, while no call is pending
 */
export const usePlanImpact = (title: string) => {
  const [card, ask, isCardOpen] = useConfirmCard()
  const confirms = (impact: PlanImpact) =>
    ask((onAnswer) => <PlanImpactCard title={title} impact={impact} onAnswer={onAnswer} />)
  return [card, confirms, isCardOpen] as const
}
