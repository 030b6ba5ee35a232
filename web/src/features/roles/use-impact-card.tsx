import type { GrantImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { useOpened } from '../../ui/use-opened.tsx'
import { ImpactCard } from './impact-card.tsx'

/**
 * Shows what a change of grants would do and waits for the answer. In: the role, what the card is called, and what agreeing is.
 * Out: what to render, and `confirms` for the write.
 */
export const useImpactCard = (roleId: string, title: string, confirm: string) => {
  const [card, open] = useOpened()
  const confirms = (impact: GrantImpact) =>
    new Promise<boolean>((answered) => {
      open((onClosed) => (
        <ImpactCard
          roleId={roleId}
          title={title}
          confirm={confirm}
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
