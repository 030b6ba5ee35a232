import { documentsContract, type FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

const { createFolder } = documentsContract
type Values = z.input<typeof createFolder.body>

type FolderFormProps = {
  /** The folder above; undefined at the top. */
  parent: Pick<FolderRow, 'id' | 'title'> | undefined
  onSaved: (id: string) => void
  onClosed: () => void
}

/** Creates a folder. */
export const FolderForm = ({ parent, onSaved, onClosed }: FolderFormProps) => {
  const write = useWrite(createFolder, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  return (
    <DrawerForm
      title={parent ? t('在“{title}”中新建文件夹', { title: parent.title }) : t('新建顶级文件夹')}
      act={t('新建文件夹')}
      schema={createFolder.body}
      labels={{ title: t('名称') }}
      initial={{ title: '', parentId: parent?.id ?? null }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ title }) => write.mutateAsync({ body: { title, parentId: parent?.id ?? null } })}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="title"
        maxLength={120}
        help={parent ? t('继承上级文件夹的权限，可在“权限”中调整') : t('默认仅您可管理，可在“权限”中添加其他人')}
      />
    </DrawerForm>
  )
}
