import type { GrantImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { useState } from 'react'
import { useOpened } from '../../ui/use-opened.tsx'
import { ImpactCard } from './impact-card.tsx'

/**
 * Shows what a change of grants would do and waits for the answer. In: the role, what the card is called, and what agreeing is.
 * Out: what to render, `confirms` for the write, and whether somebody is reading: then nothing is on its way.
 */
export const useImpactCard = (roleId: string, title: string, confirm: string) => {
  const [card, open] = useOpened()
  const [isRead, setRead] = useState(false)
  const confirms = (impact: GrantImpact) =>
    new Promise<boolean>((answered) => {
      setRead(true)
      open((onClosed) => (
        <ImpactCard
          roleId={roleId}
          title={title}
          confirm={confirm}
          impact={impact}
          onAnswer={(agreed) => {
            setRead(false)
            onClosed()
            answered(agreed)
          }}
        />
      ))
    })
  return [card, confirms, isRead] as const
}
