import type { RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../../../kernel/api/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatBytes } from '../../../../ui/format-bytes.ts'
import { saveFile } from '../../../../ui/save-file.ts'
import { t } from '../../../../ui/texts.ts'
import '../file-list.css'

/** An endpoint that sends a file of a row. */
export type FileDownload = Endpoint & {
  method: 'GET'
  wire: 'binary'
  params: z.ZodMiniType<{ id: string; fileId: string }>
}
type FileProps = { id: string; file: RowFile; download: FileDownload }

const File = ({ id, file: { id: fileId, name, size, ready }, download }: FileProps) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(name, await call<FileDownload>(download, { params: { id, fileId } }))
    } catch {
      // `call` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <FileText size={14} aria-hidden />
      {ready ? (
        <Button look="link" loading={busy} aria-label={t('下载{name}', { name })} onClick={() => void save()}>
          {name}
        </Button>
      ) : (
        <span>{name}</span>
      )}
      <small>{ready ? formatBytes(size) : t('查毒中或含病毒，不能下载')}</small>
    </li>
  )
}

type FileListProps = {
  /** Of the row that has the files. */
  id: string
  files: readonly RowFile[]
  download: FileDownload
}

/** The files of a row, to be downloaded. */
export const FileList = ({ id, files, download }: FileListProps) =>
  files.length > 0 && (
    <ul className="file-list" aria-label={t('附件')}>
      {files.map((file) => (
        <File key={file.id} id={id} file={file} download={download} />
      ))}
    </ul>
  )
