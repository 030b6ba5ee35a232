import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { accountErrors } from '@atrium/contract/features/identity/account/account.errors.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CancelButton } from '../../../kernel/forms/cancel-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { type CropArea, cropImage } from '../../../ui/crop-image.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ImageCropper } from '../../../ui/image-cropper.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

/** Crops the chosen picture to a square; the server re-encodes it. */
export const PortraitDialog = ({ file, onClose }: { file: File; onClose: () => void }) => {
  const [src, setSrc] = useState<string>()
  const [area, setArea] = useState<CropArea>()
  const { mutate, isPending } = useWrite(accountContract.replacePortrait, {
    invalidates: [sessionContract.loginInfo],
    onDone: onClose,
  })
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])

  const refuse = () => {
    toast.error(t(accountErrors.notAnImage.msg))
    onClose()
  }
  const save = async () => {
    if (!src || !area || isPending) return
    try {
      const square = await cropImage(src, area)
      mutate({ file: new File([square], 'portrait.jpg', { type: square.type }) })
    } catch {
      refuse()
    }
  }
  const close = () => (isPending ? toast.warning(t('有任务正在执行中')) : onClose())

  return (
    <Dialog
      title={t('裁剪头像')}
      onClose={close}
      footer={
        <>
          <CancelButton busy={isPending} onCancel={close} />
          <Button look="primary" loading={isPending} disabled={!area} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      {src && <ImageCropper src={src} onArea={setArea} onBroken={refuse} />}
    </Dialog>
  )
}
