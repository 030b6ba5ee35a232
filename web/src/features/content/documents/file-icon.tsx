import type { DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideo,
  type LucideIcon,
  Presentation,
} from 'lucide-react'
import { type FileKind, fileKind, fileKindNames } from './file-kinds.ts'
import './documents.css'

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  pdf: FileType,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  picture: FileImage,
  video: FileVideo,
  audio: FileAudio,
  archive: FileArchive,
  text: FileText,
  other: File,
}

/** The kind of a file as a coloured sign; its tip names it. */
export const FileIcon = (file: Pick<DocumentRow, 'title' | 'mime'>) => {
  const kind = fileKind(file)
  const Icon = icons[kind]
  return (
    <span className="document-icon" data-kind={kind} title={fileKindNames[kind]}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </span>
  )
}
