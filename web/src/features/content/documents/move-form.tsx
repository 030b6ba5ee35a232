import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TreeSelectField } from '../../../kernel/forms/tree-select-field.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { findFolders, loadBelow } from './find-folders.ts'
import type { Renamed } from './rename-form.tsx'

const { move } = documentsContract
type Values = z.input<typeof move.body>

type MoveFormProps = {
  row: Renamed & { folderId: string | null }
  /** Folders may lie at the top. */
  isFolder: boolean
  onSaved: (id: string) => void
  onClosed: () => void
}

/** Moves a folder or file into another folder. */
export const MoveForm = ({ row, isFolder, onSaved, onClosed }: MoveFormProps) => {
  const write = useWrite(move, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const [find] = useState(() => findFolders(row.id))
  return (
    <DrawerForm
      title={t('移动：{title}', { title: row.title })}
      act={t('移动')}
      schema={move.body}
      labels={{ folderId: t('移动到') }}
      initial={{ folderId: row.folderId, version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) =>
        write.mutateAsync({ params: { id: row.id }, body: { ...body, folderId: body.folderId || null } })
      }
      onClosed={onClosed}
    >
      <TreeSelectField<Values>
        name="folderId"
        find={find}
        load={loadBelow(row.id)}
        placeholder={isFolder ? t('顶级') : t('请选择文件夹')}
        help={
          isFolder
            ? t('移动后适用新位置的权限；移到顶级须有管理权限，并只保留该文件夹自己的权限')
            : t('移动后适用新文件夹的权限')
        }
      />
    </DrawerForm>
  )
}
