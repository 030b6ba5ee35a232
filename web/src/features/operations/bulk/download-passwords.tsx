import { type BulkDetails, bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { t } from '../../../ui/texts.ts'

/** Downloads the new passwords of an operation, which the server sends once. */
export const DownloadPasswords = ({ bulk: { id, title, passwords } }: { bulk: BulkDetails }) => {
  const [isBusy, setBusy] = useState(false)
  if (passwords === 0) return undefined
  const download = async () => {
    setBusy(true)
    const bytes = await call(bulkContract.passwords, { params: { id } }).catch(() => undefined)
    if (bytes) saveFile(t('{title}的新密码.xlsx', { title }), bytes)
    setBusy(false)
    await invalidate(bulkContract.get)
  }
  return (
    <Button look="primary" loading={isBusy} onClick={() => void download()}>
      {t('下载新密码（{passwords}）', { passwords: numberText(passwords) })}
    </Button>
  )
}
