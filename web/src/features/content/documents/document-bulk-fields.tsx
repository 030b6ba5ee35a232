import type { bulkMoving } from '@atrium/contract/features/content/documents/documents.bulk.ts'
import type * as z from 'zod/mini'
import { TreeSelectField } from '../../../kernel/forms/tree-select-field.tsx'
import { t } from '../../../ui/texts.ts'
import { findFolders, loadBelow } from './find-folders.ts'

const [find, load] = [findFolders(''), loadBelow('')]

/** The folder that files are moved into. */
export const MovingFields = () => (
  <TreeSelectField<z.output<typeof bulkMoving>>
    name="folderId"
    required
    find={find}
    load={load}
    placeholder={t('请选择文件夹')}
  />
)
