import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { useState } from 'react'
import { AppDialog } from '../../ui/app-dialog.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'

type Props = {
  onSignOut: () => void
  /** There is a page below with something in it that may still be wanted. */
  overPage?: boolean
}

/** The login has expired: one way on, to sign in again (spec §4). */
export const SessionExpiredDialog = ({ onSignOut, overPage = false }: Props) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    onSignOut()
  }
  const again = (
    <PlainButton kind="primary" busy={leaving} onClick={leave}>
      重新登录
    </PlainButton>
  )
  return overPage ? (
    <PageNotice title={sessionInvalid.msg} actions={again}>
      页面内容仍然保留，您可以先复制没有保存的文字
    </PageNotice>
  ) : (
    <AppDialog title="提示" actions={again}>
      {sessionInvalid.msg}
    </AppDialog>
  )
}
