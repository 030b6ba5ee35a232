import { type TagRow, type TagUses, tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'

const { remove, list, ofRow } = tagsContract
const headline = ({ uses, more }: TagUses) => {
  if (uses === 0) return t('没有对象使用该标签。')
  return more
    ? t('超过 {uses} 个对象将失去该标签，删除后不可恢复。', { uses })
    : t('{uses} 个对象将失去该标签，删除后不可恢复。', { uses })
}

/** Deletes a tag after showing how many rows lose it. */
export const TagRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<TagRow>) => {
  const { impact, busy, answer } = useImpactPreview(remove, { params: { id: row.id } }, [list, ofRow], (made) => {
    if (made) onSaved(row.id)
    onClosed()
  })
  return (
    impact &&
    !busy && (
      <ImpactDialog
        title={t('删除标签“{name}”？', { name: row.name })}
        headline={headline(impact)}
        confirm={t('删除')}
        danger
        onAnswer={answer}
      >
        {null}
      </ImpactDialog>
    )
  )
}
