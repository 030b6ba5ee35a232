import type { FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Folder, Lock } from 'lucide-react'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { t } from '../../../ui/texts.ts'
import './documents.css'

type FolderListProps = {
  /** Those that lie in the shown folder. */
  folders: readonly FolderRow[]
  count: (id: string) => number
  onChoose: (id: string) => void
}

/** The folders within a folder, before its files. */
export const FolderList = ({ folders, count, onChoose }: FolderListProps) =>
  folders.length > 0 && (
    <ul className="document-folders" aria-label={t('下级文件夹')}>
      {folders.map(({ id, title, inherits, parentId }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)}>
            <Folder aria-hidden size={18} strokeWidth={1.75} />
            <EllipsisText>{title}</EllipsisText>
            {!inherits && parentId !== null && <Lock role="img" aria-label={t('不继承上级权限')} size={12} />}
            <span className="document-count">{count(id) === 0 ? t('空') : t('{id} 个文件', { id: count(id) })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
