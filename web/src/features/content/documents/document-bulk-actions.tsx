import { trashDays } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { bulkMoving, documentsBulk } from '@atrium/contract/features/content/documents/documents.bulk.ts'
import type { DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { lazy } from 'react'
import type { BatchAction } from '../../../kernel/listing/batch-action.ts'
import { bulkAction } from '../../../kernel/listing/bulk-action.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

// Loaded when opened.
const MovingFields = lazy(async () => ({ default: (await import('./document-bulk-fields.tsx')).MovingFields }))

const common = { bulk: documentsBulk, invalidates: affectedReads }
/** What can be done with many files, or with all that the list finds. */
export const documentBulkActions: readonly BatchAction<DocumentRow>[] = [
  bulkAction({
    ...common,
    operation: 'move',
    label: t('移动'),
    note: t('移动后适用新文件夹的权限。'),
    form: {
      schema: bulkMoving,
      labels: { folderId: t('移动到') },
      initial: { folderId: '' },
      fields: <MovingFields />,
    },
  }),
  bulkAction({
    ...common,
    operation: 'remove',
    label: t('删除'),
    danger: true,
    note: t('所选文件移入回收站，{trashDays} 天内可恢复。', { trashDays }),
  }),
]
