import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { includesLevel, levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { trashDays } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract, type FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type RowAction, RowActions } from '../../../ui/row-actions.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { AccessDrawer } from './access-form.tsx'
import { affectedReads } from './affected-reads.ts'
import { FolderForm } from './folder-form.tsx'
import { MoveForm } from './move-form.tsx'
import { RenameForm } from './rename-form.tsx'

const { createFolder, rename, move, remove } = documentsContract
const { changeAccess } = documentAccessContract

type FolderBarProps = {
  /** From the top to the chosen one. */
  path: readonly FolderRow[]
  onChoose: (id: string | undefined) => void
}

const Path = ({ path, onChoose }: FolderBarProps) => (
  <nav className="document-path" aria-label={t('当前文件夹')}>
    {path.map(({ id, title }, at) =>
      at === path.length - 1 ? (
        <strong key={id} aria-current="page">
          {title}
        </strong>
      ) : (
        <span key={id}>
          <Button look="link" onClick={() => onChoose(id)}>
            {title}
          </Button>
          <span aria-hidden> / </span>
        </span>
      ),
    )}
  </nav>
)

type Entry = RowAction & { isAllowed: boolean }

/** What may be done with the chosen folder. */
const useFolderActions = (path: readonly FolderRow[], folder: FolderRow, onChoose: FolderBarProps['onChoose']) => {
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const [mayAdd, mayShare, mayRename] = [useCan(createFolder), useCan(changeAccess), useCan(rename)]
  const [mayMove, mayRemove] = [useCan(move), useCan(remove)]
  const above = path.at(-2)
  const row = { ...folder, folderId: folder.parentId }
  const isTakeable = (above && includesLevel(above.level, 'edit')) || includesLevel(folder.level, 'manage')
  const rest = (onClosed: () => void) => ({ row, onSaved: () => undefined, onClosed })
  const trash = () =>
    ask({
      title: t('将“{title}”移入回收站？', { title: folder.title }),
      body: t('其中的文件和文件夹将一并移入，{trashDays} 天内可恢复。', { trashDays }),
      confirm: t('移入回收站'),
      danger: true,
      run: async () => {
        await call(remove, { params: { id: folder.id } })
        onChoose(above?.id)
        await Promise.all(affectedReads.map(invalidate))
      },
    })
  const entries: Entry[] = [
    {
      label: t('新建文件夹'),
      isAllowed: mayAdd && includesLevel(folder.level, 'edit'),
      run: () => open((onClosed) => <FolderForm parent={folder} onSaved={onChoose} onClosed={onClosed} />),
    },
    {
      label: t('权限'),
      isAllowed: mayShare && includesLevel(folder.level, 'manage'),
      run: () => open((onClosed) => <AccessDrawer row={folder} onClosed={onClosed} />),
    },
    {
      label: t('重命名'),
      isAllowed: mayRename && isTakeable,
      run: () => open((onClosed) => <RenameForm {...rest(onClosed)} />),
    },
    {
      label: t('移动'),
      isAllowed: mayMove && isTakeable,
      run: () => open((onClosed) => <MoveForm {...rest(onClosed)} isFolder />),
    },
    { label: t('删除'), danger: true, isAllowed: mayRemove && isTakeable, run: trash },
  ]
  return [entries.filter(({ isAllowed }) => isAllowed), [overlay, question]] as const
}

const Bar = ({ path, folder, onChoose }: FolderBarProps & { folder: FolderRow }) => {
  const [entries, [overlay, question]] = useFolderActions(path, folder, onChoose)
  return (
    <div className="document-bar">
      <Path path={path} onChoose={onChoose} />
      <Tag tone="accent">{t(levelNames[folder.level])}</Tag>
      <div className="document-bar-actions">
        <RowActions actions={entries} />
      </div>
      {overlay}
      {question}
    </div>
  )
}

/** The path of the chosen folder, and what may be done with it. */
export const FolderBar = ({ path, onChoose }: FolderBarProps) => {
  const folder = path.at(-1)
  return folder && <Bar path={path} folder={folder} onChoose={onChoose} />
}
