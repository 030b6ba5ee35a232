import { type MenuRow, menusContract } from '@atrium/contract/features/menus/menus.contract.ts'
import { useShownWrite } from '../../kernel/api/use-shown-write.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { affectedReads } from './menu-form.tsx'
import { MenuImpactCard } from './menu-impact-card.tsx'

/** What deleting a menu takes with it, what stands below it among that. */
export const MenuRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<MenuRow>) => {
  const request = { params: { id: row.id }, query: { cascade: '1' } } as const
  const { impact, busy, answer } = useShownWrite(menusContract.remove, request, affectedReads, (made) => {
    if (made) onSaved(row.id)
    onClosed()
  })
  return (
    impact && !busy && <MenuImpactCard title={`删除“${row.name}”？`} confirm="删除" impact={impact} onAnswer={answer} />
  )
}
