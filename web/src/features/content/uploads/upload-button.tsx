import { acceptedEndings } from '@atrium/contract/features/content/uploads/file-types.ts'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'

/** Chooses files to upload. */
export const UploadButton = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Can endpoint={uploadsContract.upload}>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedEndings('doc')}
        aria-label={t('选择文件')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button look="primary" icon={<Upload aria-hidden size={16} />} onClick={() => input.current?.click()}>
        {t('上传文件')}
      </Button>
    </Can>
  )
}
