import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type * as z from 'zod/mini'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

const { rename } = documentsContract
type Values = z.input<typeof rename.body>
/** A folder or file that is renamed or moved. */
export type Renamed = { id: string; title: string; version: number }

type RenameFormProps = { row: Renamed; onSaved: (id: string) => void; onClosed: () => void }

/** Renames a folder or file. */
export const RenameForm = ({ row, onSaved, onClosed }: RenameFormProps) => {
  return (
    <WriteForm
      title={t('重命名：{title}', { title: row.title })}
      act={t('重命名')}
      endpoint={rename}
      params={{ id: row.id }}
      labels={{ title: t('名称') }}
      initial={{ title: row.title, version: row.version }}
      invalidates={affectedReads}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <TextField<Values> name="title" maxLength={120} help={t('文件的扩展名保持不变')} />
    </WriteForm>
  )
}
