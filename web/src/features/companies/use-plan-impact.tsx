import type { PlanImpact } from '@atrium/contract/features/plans/plans.contract.ts'
import { useOpened } from '../../ui/use-opened.tsx'
import { PlanImpactCard } from './plan-impact-card.tsx'

/**
 * Shows what another ceiling would do to companies and waits for the answer. In: what the card is called. Out: what to render,
 * and `confirms` for the write.
 */
export const usePlanImpact = (title: string) => {
  const [card, open] = useOpened()
  const confirms = (impact: PlanImpact) =>
    new Promise<boolean>((answered) => {
      open((onClosed) => (
        <PlanImpactCard
          title={title}
          impact={impact}
          onAnswer={(agreed) => {
            onClosed()
            answered(agreed)
          }}
        />
      ))
    })
  return [card, confirms] as const
}
