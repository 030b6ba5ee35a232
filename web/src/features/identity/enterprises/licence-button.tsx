import { type Enterprise, maxLicenceBytes } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { enterprisesErrors } from '@atrium/contract/features/identity/enterprises/enterprises.errors.ts'
import { useRef } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { acceptedPictures, isPicture } from '../../../ui/picture-file.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { enterpriseReads } from './own-enterprise-words.ts'

/** Uploads the business licence; a recognised company is asked first, as it loses its recognition. */
export const LicenceButton = ({ enterprise: { licence, state } }: { enterprise: Enterprise }) => {
  const picker = useRef<HTMLInputElement>(null)
  const [ask, question] = useConfirm()
  const write = useWrite(enterprisesContract.replaceLicence, { invalidates: enterpriseReads })
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLicenceBytes) return toast.error(t('营业执照图片不能超过 5 MB'))
    if (!(await isPicture(file))) return toast.error(t(enterprisesErrors.notALicence.msg))
    if (state !== 'recognized') return write.mutate({ file })
    ask({
      title: t('更换营业执照？'),
      body: t('更换后须重新申请认证。'),
      confirm: t('更换'),
      run: () => write.mutateAsync({ file }),
    })
  }
  return (
    <>
      <Button loading={write.isPending} onClick={() => picker.current?.click()}>
        {licence ? t('更换营业执照') : t('上传营业执照')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label={t('上传营业执照')}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      {question}
    </>
  )
}
