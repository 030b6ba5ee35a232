import type { MenuImpact } from '@atrium/contract/features/menus/menus.contract.ts'
import { useAnswer } from '../../ui/use-answer.tsx'
import { MenuImpactCard } from './menu-impact-card.tsx'

/**
 * Shows whom a change of menus takes pages from, and waits for the answer. In: what the card is called, and what agreeing is.
 * Out: what to render, `confirms` for the write, and whether somebody is reading: then nothing is on its way.
 */
export const useMenuImpact = (title: string, confirm: string) => {
  const [card, ask, isRead] = useAnswer()
  const confirms = (impact: MenuImpact) =>
    ask((onAnswer) => <MenuImpactCard title={title} confirm={confirm} impact={impact} onAnswer={onAnswer} />)
  return [card, confirms, isRead] as const
}
