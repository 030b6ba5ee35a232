import { includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentsContract, type FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TreeSelectField } from '../../../kernel/forms/tree-select-field.tsx'
import type { Find } from '../../../ui/use-found-options.ts'
import { affectedReads } from './affected-reads.ts'
import type { Renamed } from './rename-form.tsx'
import { loadFolders, pathsIn } from './use-folders.ts'

const { move } = documentsContract
type Values = z.input<typeof move.body>

const pathText = (path: readonly FolderRow[]) => path.map(({ title }) => title).join(' / ')

/** Searches folders that the user may change, without the moved one and what lies below it. */
const findFolders =
  (moved: string): Find =>
  async (keyword, chosen) => {
    const all = await loadFolders()
    const pathOf = pathsIn(all)
    const typed = keyword.toLowerCase()
    return all
      .filter(
        ({ id, title, level }) =>
          id === chosen ||
          (includesLevel(level, 'edit') &&
            title.toLowerCase().includes(typed) &&
            pathOf(id).every((above) => above.id !== moved)),
      )
      .slice(0, 50)
      .map(({ id }) => ({ value: id, label: pathText(pathOf(id)) }))
  }
const loadBelow = (moved: string) => async (parent: string | undefined) => {
  const all = await loadFolders()
  const above = new Set(all.map(({ parentId }) => parentId))
  return all
    .filter(({ id, parentId }) => (parentId ?? undefined) === parent && id !== moved)
    .map(({ id, title }) => ({ value: id, label: title, isLeaf: !above.has(id) }))
}

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
      title={`移动：${row.title}`}
      schema={move.body}
      labels={{ folderId: '移动到' }}
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
        placeholder={isFolder ? '顶级' : '请选择文件夹'}
        help={
          isFolder
            ? '移动后适用新位置的权限；移到顶级须有管理权限，并只保留该文件夹自己的权限'
            : '移动后适用新文件夹的权限'
        }
      />
    </DrawerForm>
  )
}
