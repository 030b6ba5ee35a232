import { accountErrors } from '@atrium/contract/features/identity/account/account.errors.ts'
import { lazy, type Ref, Suspense, useState } from 'react'
import { acceptedPictures, isPicture } from '../../../ui/picture-file.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

// Loaded on demand: the shell includes the picker, but pictures rarely change.
const PortraitDialog = lazy(async () => ({ default: (await import('./portrait-dialog.tsx')).PortraitDialog }))

/** The file dialog of 更换头像, then the crop. Opened through the ref. */
export const PortraitPicker = ({ ref }: { ref: Ref<HTMLInputElement> }) => {
  const [file, setFile] = useState<File>()
  const chooseFile = async (chosen: File | undefined) => {
    if (!chosen) return
    if (await isPicture(chosen)) setFile(chosen)
    else toast.error(t(accountErrors.notAnImage.msg))
  }
  return (
    <>
      <input
        ref={ref}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label={t('更换头像')}
        onChange={({ currentTarget }) => {
          void chooseFile(currentTarget.files?.[0])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <PortraitDialog file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  )
}
