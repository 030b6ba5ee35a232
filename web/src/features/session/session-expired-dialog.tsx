import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { useState } from 'react'
import { AppDialog } from '../../ui/app-dialog.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'

/** The session could not be loaded: one way on, to sign in again (spec §4). */
export const SessionExpiredDialog = ({ onSignOut }: { onSignOut: () => void }) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    onSignOut()
  }
  return (
    <AppDialog
      title="提示"
      actions={
        <PlainButton kind="primary" busy={leaving} onClick={leave}>
          重新登录
        </PlainButton>
      }
    >
      {kernelErrors.sessionInvalid.msg}
    </AppDialog>
  )
}
