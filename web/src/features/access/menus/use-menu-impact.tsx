import type { MenuImpact } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { useConfirmCard } from '../../../ui/use-confirm-card.tsx'
import { MenuImpactCard } from './menu-impact-card.tsx'

/**
 * Confirms menu changes by showing users who lose pages. Takes the card's title, and the confirm label.
 * @returns the card to render, `confirms` for the write, and whether the card is open; no request is pending then.
 */
export const useMenuImpact = (title: string, confirm: string) => {
  const [card, ask, isRead] = useConfirmCard()
  const confirms = (impact: MenuImpact) =>
    ask((onAnswer) => <MenuImpactCard title={title} confirm={confirm} impact={impact} onAnswer={onAnswer} />)
  return [card, confirms, isRead] as const
}
