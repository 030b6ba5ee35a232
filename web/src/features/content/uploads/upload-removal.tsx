import {
  type RemovalImpact,
  type UploadRow,
  uploadsContract,
} from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { ImpactDialog, ImpactLines } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { referenceName } from './upload-words.ts'

const headline = ({ uses, references, frees }: RemovalImpact) => {
  const places =
    uses > references.length
      ? t('{uses} 处将不再显示该文件，以下列出前 {count} 处。', { uses, count: references.length })
      : t('以下 {uses} 处将不再显示该文件。', { uses })
  const used = uses > 0 ? places : t('该文件未被使用。')
  return frees > 0
    ? t('{used}将释放 {frees}，删除后不可恢复。', { used, frees: formatBytes(frees) })
    : t('{used}存在相同文件，不释放空间，删除后不可恢复。', { used })
}

/** Deletes a file after showing what uses it. */
export const UploadRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<UploadRow>) => {
  const { remove, list } = uploadsContract
  const { impact, busy, answer } = useImpactPreview(remove, { params: { id: row.id } }, [list], (made) => {
    if (made) onSaved(row.id)
    onClosed()
  })
  return (
    impact &&
    !busy && (
      <ImpactDialog
        title={t('删除“{name}”？', { name: row.name })}
        headline={headline(impact)}
        confirm={t('删除')}
        danger
        onAnswer={answer}
      >
        <ImpactLines lines={impact.references.map(referenceName)} />
      </ImpactDialog>
    )
  )
}
