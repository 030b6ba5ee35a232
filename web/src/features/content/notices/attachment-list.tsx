import type { Attachment } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { t } from '../../../ui/texts.ts'
import './attachments.css'

type AttachmentListProps = {
  files: readonly Attachment[]
  /** What leads to a file, around its name. */
  link: (file: Attachment) => ReactNode
  /** Beside each file. */
  more?: (file: Attachment) => ReactNode
}

/** Files of a notice. */
export const AttachmentList = ({ files, link, more }: AttachmentListProps) =>
  files.length > 0 && (
    <ul className="notice-files" aria-label={t('附件')}>
      {files.map((file) => (
        <li key={file.fileId}>
          <FileText size={16} aria-hidden="true" />
          <span className="notice-file-name">{file.ready ? link(file) : file.name}</span>
          <span className="notice-file-note">
            {file.ready ? formatBytes(file.size) : t('查毒中或含病毒，不能下载')}
          </span>
          {more?.(file)}
        </li>
      ))}
    </ul>
  )
