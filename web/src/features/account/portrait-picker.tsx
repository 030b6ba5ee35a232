import { accountContract, maxPortraitBytes } from '@atrium/contract/features/account/account.contract.ts'
import { accountErrors } from '@atrium/contract/features/account/account.errors.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { Ref } from 'react'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { toast } from '../../ui/toast.ts'

const accepted = ['image/jpeg', 'image/png']

const problemWith = (file: File): string | undefined => {
  if (!accepted.includes(file.type)) return accountErrors.notAnImage.msg
  return file.size > maxPortraitBytes ? accountErrors.imageTooLarge.msg : undefined
}

/** The file dialog of 更换头像; whoever holds the ref opens it. */
export const PortraitPicker = ({ ref }: { ref: Ref<HTMLInputElement> }) => {
  const { mutate } = useWrite(accountContract.replacePortrait, { invalidates: [sessionContract.loginInfo] })
  const take = (file: File | undefined) => {
    if (!file) return
    const problem = problemWith(file)
    if (problem) toast.error(problem)
    else mutate({ file })
  }
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accepted.join(',')}
      aria-label="更换头像"
      onChange={({ currentTarget }) => {
        take(currentTarget.files?.[0])
        // The same file chosen again is a choice too.
        currentTarget.value = ''
      }}
    />
  )
}
