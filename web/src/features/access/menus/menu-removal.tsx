import { type MenuRow, menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './menu-form.tsx'
import { MenuImpactCard } from './menu-impact-card.tsx'

/** Deletes a menu with its descendants after showing the impact. */
export const MenuRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<MenuRow>) => {
  const request = { params: { id: row.id }, query: { cascade: '1' } } as const
  const { impact, busy, answer } = useImpactPreview(menusContract.remove, request, affectedReads, (made) => {
    if (made) onSaved(row.id)
    onClosed()
  })
  return (
    impact &&
    !busy && (
      <MenuImpactCard
        title={t('删除“{name}”？', { name: row.name })}
        confirm={t('删除')}
        impact={impact}
        onAnswer={answer}
      />
    )
  )
}
