import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useSending } from './public/use-sending.ts'

/** Files that are being uploaded to the company's storage. */
export const useUploads = () => {
  const { sending, start, retry, dismiss } = useSending<undefined>({
    path: partsPath,
    async onArrived(_id, { file }) {
      toast.success(t('已上传“{name}”', { name: file.name }))
      await invalidate(uploadsContract.list)
    },
  })
  return {
    sending,
    retry,
    dismiss,
    start: (files: readonly File[]) => start(files.map((file) => ({ file, place: undefined }))),
  }
}
