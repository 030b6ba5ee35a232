import { type Attachment, attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'

/** Downloads a file of a published notice. */
export const DownloadButton = ({ id, file: { fileId, name } }: { id: string; file: Attachment }) => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(name, await call(attachmentsContract.download, { params: { id, fileId } }))
    } catch {
      // `call` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="link" loading={busy} aria-label={`下载${name}`} onClick={() => void download()}>
      {name}
    </Button>
  )
}
