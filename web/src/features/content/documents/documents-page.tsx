import { includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import { type DocumentRow, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { MasterDetail } from '../../../ui/master-detail.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { FileStateTag } from '../uploads/public/file-state-tag.tsx'
import { SendingList } from '../uploads/public/sending-list.tsx'
import { documentActions } from './document-actions.tsx'
import { documentBulkActions } from './document-bulk-actions.tsx'
import { versionText } from './document-words.ts'
import { DropArea } from './drop-area.tsx'
import type { PlacedFile } from './dropped-files.ts'
import { FileIcon } from './file-icon.tsx'
import { FolderBar } from './folder-bar.tsx'
import { FolderList } from './folder-list.tsx'
import { FolderPanel } from './folder-panel.tsx'
import { TrashList } from './trash-list.tsx'
import { UploadTools } from './upload-tools.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'
import { countsIn, pathsIn, useFolders } from './use-folders.ts'
import './documents.css'

const { list, exportDocuments, create } = documentsContract

const emptyFolder = (isOpen: boolean) => ({
  title: t('该文件夹没有文件'),
  hint: isOpen ? t('拖入文件，或点击“上传文件”。') : t('有编辑权限的人员可上传文件。'),
})

type FileListProps = {
  /** The folders within the shown one. */
  folders: ReactNode
  /** Whether a folder is shown, not all files. */
  isFolder: boolean
  /** Undefined where nothing may be uploaded. */
  onFiles: ((files: readonly PlacedFile[]) => void) | undefined
  onVersion: (id: string, file: File) => void
  /** Whether files of several folders are listed. */
  showsFolder: boolean
}

const FileName = ({ row: { title, mime, state } }: { row: DocumentRow }) => (
  <span className="document-name">
    <FileIcon title={title} mime={mime} />
    <span className="document-name-text" title={title}>
      {title}
    </span>
    {state !== 'ready' && <FileStateTag state={state} />}
  </span>
)

const FileList = ({ folders, isFolder, onFiles, onVersion, showsFolder }: FileListProps) => (
  <ListPage
    contract={{ list }}
    rows={{ place: ['folderId'], drawing: ({ isNarrowed }) => !isNarrowed && folders }}
    texts={{
      empty: isFolder ? emptyFolder(onFiles !== undefined) : undefined,
      noun: t('文件'),
      purpose: t('公司的文档按文件夹存放，仅有权限的人可见。选择文件夹后可上传文件。'),
      searchHint: t('文件名'),
      rowName: ({ title }) => title,
    }}
    columns={[
      { field: 'title', title: t('名称'), leastWidth: 220, show: (_title, row) => <FileName row={row} /> },
      ...(showsFolder ? [{ field: 'folderTitle' as const, title: t('文件夹'), width: 160 }] : []),
      { field: 'versions', title: t('版本'), width: 88, show: versionText },
      { field: 'size', title: t('大小'), width: 96, alignRight: true, show: formatBytes },
      { field: 'updateTime', title: t('修改时间'), width: 176, show: (at) => <Time at={at} /> },
      { field: 'updateBy', title: t('修改人'), width: 104, show: ({ name }) => name },
    ]}
    actions={{
      ...(onFiles && { tools: <UploadTools onFiles={onFiles} /> }),
      export: exportDocuments,
      timeline: 'doc',
      row: documentActions(onVersion),
      batch: documentBulkActions,
    }}
  />
)

/** Folders on the left, the files of the chosen one on the right. */
export const DocumentsPage = () => {
  const { data: folders = [] } = useFolders()
  const [state, change] = useListState(list)
  const [inTrash, setInTrash] = useState(false)
  const { sending, start, retry, dismiss } = useDocumentUploads()
  const mayUpload = useCan(create)
  const { folderId: chosen, ...others } = state.filters
  const path = pathsIn(folders)(chosen)
  const folder = path.at(-1)
  const choose = (id: string | undefined) => {
    setInTrash(false)
    change({ filters: id === undefined ? others : { ...others, folderId: id }, search: '' })
  }
  const openTrash = () => {
    setInTrash(true)
    change({ filters: {}, search: '', sort: '' })
  }
  const upload = (files: readonly PlacedFile[]) =>
    folder && start(files.map(({ file, path: below }) => ({ file, place: { folderId: folder.id, path: below } })))
  const addVersion = (id: string, file: File) => start([{ file, place: { documentId: id } }])
  const isOpen = mayUpload && folder !== undefined && includesLevel(folder.level, 'edit')
  const inside = folders.filter(({ parentId }) => parentId === (folder?.id ?? null))
  const panel = <FolderPanel chosen={chosen} onChoose={choose} inTrash={inTrash} onTrash={openTrash} />
  const title = inTrash ? t('回收站') : (folder?.title ?? t('全部文件'))
  return (
    <MasterDetail summary={t('文件夹：{title}', { title })} panel={panel}>
      <div className="document-files">
        <SendingList sending={sending} onRetry={retry} onDismiss={dismiss} />
        {inTrash ? (
          <TrashList />
        ) : (
          <>
            <FolderBar path={path} onChoose={choose} />
            <DropArea onFiles={isOpen ? upload : undefined}>
              <FileList
                folders={<FolderList folders={inside} count={countsIn(folders)} onChoose={choose} />}
                isFolder={folder !== undefined}
                onFiles={isOpen ? upload : undefined}
                onVersion={addVersion}
                showsFolder={!folder || state.search !== ''}
              />
            </DropArea>
          </>
        )}
      </div>
    </MasterDetail>
  )
}
