import { type Attachment, attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { t } from '../../../ui/texts.ts'

const { download, openAttachment } = attachmentsContract
type DownloadButtonProps = { endpoint: typeof download | typeof openAttachment; id: string; file: Attachment }

/** Downloads a file of a notice, by the endpoint for its readers or its authors. */
export const DownloadButton = ({ endpoint, id, file: { fileId, name } }: DownloadButtonProps) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(name, await call(endpoint, { params: { id, fileId } }))
    } catch {
      // `call` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="link" loading={busy} aria-label={t('下载{name}', { name })} onClick={() => void save()}>
      {name}
    </Button>
  )
}
