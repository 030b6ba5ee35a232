import type { MenuImpact } from '@atrium/contract/features/menus/menus.contract.ts'
import { useState } from 'react'
import { useOpened } from '../../ui/use-opened.tsx'
import { MenuImpactCard } from './menu-impact-card.tsx'

/**
 * Shows whom a change of menus takes pages from, and waits for the answer. In: what the card is called, and what agreeing is.
 * Out: what to render, `confirms` for the write, and whether somebody is reading: then nothing is on its way.
 */
export const useMenuImpact = (title: string, confirm: string) => {
  const [card, open] = useOpened()
  const [isRead, setRead] = useState(false)
  const confirms = (impact: MenuImpact) =>
    new Promise<boolean>((answered) => {
      setRead(true)
      open((onClosed) => (
        <MenuImpactCard
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
