import { type BulkDetails, bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { numberText } from './bulk-words.ts'

/** Downloads the new passwords of an operation, which the server sends once. */
export const DownloadPasswords = ({ bulk: { id, title, passwords } }: { bulk: BulkDetails }) => {
  const [isBusy, setBusy] = useState(false)
  if (passwords === 0) return undefined
  const download = async () => {
    setBusy(true)
    const bytes = await call(bulkContract.passwords, { params: { id } }).catch(() => undefined)
    if (bytes) saveFile(`${title}的新密码.xlsx`, bytes)
    setBusy(false)
    await invalidate(bulkContract.get)
  }
  return (
    <Button look="primary" loading={isBusy} onClick={() => void download()}>
      {`下载新密码（${numberText(passwords)}）`}
    </Button>
  )
}
