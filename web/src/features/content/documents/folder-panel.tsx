import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { FolderPlus, Library, Trash2 } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { MasterEntry } from '../../../ui/master-detail.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { FolderForm } from './folder-form.tsx'
import { FolderTree } from './folder-tree.tsx'
import { useFolders } from './use-folders.ts'
import './documents.css'

type FolderPanelProps = {
  /** Undefined for all files. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  inTrash: boolean
  onTrash: () => void
}

/** The folders with their number of files, all files, and the trash. */
export const FolderPanel = ({ chosen, onChoose, inTrash, onTrash }: FolderPanelProps) => {
  const read = useFolders()
  const [overlay, open] = useOverlay()
  const create = () => open((onClosed) => <FolderForm parent={undefined} onSaved={onChoose} onClosed={onClosed} />)
  return (
    <section className="master document-panel" aria-label={t('文件夹')}>
      <div className="master-head">
        <h2>{t('文件夹')}</h2>
        <Can endpoint={documentsContract.createFolder}>
          <Button icon={<FolderPlus aria-hidden size={16} />} aria-label={t('新建顶级文件夹')} onClick={create}>
            {t('新建')}
          </Button>
        </Can>
      </div>
      <MasterEntry isChosen={!inTrash && chosen === undefined} onChoose={() => onChoose(undefined)}>
        <Library aria-hidden size={16} />
        {t('全部文件')}
      </MasterEntry>
      <ReadState read={read}>
        {(folders) =>
          folders.length === 0 ? (
            <Empty title={t('暂无文件夹')} hint={t('新建文件夹后可上传文件，并设置哪些人可以查看。')} />
          ) : (
            <FolderTree folders={folders} chosen={inTrash ? undefined : chosen} onChoose={onChoose} />
          )
        }
      </ReadState>
      <Can endpoint={documentTrashContract.trashed}>
        <MasterEntry isChosen={inTrash} onChoose={onTrash}>
          <Trash2 aria-hidden size={16} />
          {t('回收站')}
        </MasterEntry>
      </Can>
      {overlay}
    </section>
  )
}
