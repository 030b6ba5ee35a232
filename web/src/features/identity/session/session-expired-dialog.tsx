import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { useState } from 'react'
import { AppDialog } from '../../../ui/app-dialog.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'

type Props = {
  onSignOut: () => void
  /** Whether the page below stays visible, so that unsaved text can be copied. */
  overPage?: boolean
}

/** The session has expired: the only action is to sign in again. */
export const SessionExpiredDialog = ({ onSignOut, overPage = false }: Props) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    onSignOut()
  }
  const signInButton = (
    <PlainButton kind="primary" busy={leaving} onClick={leave}>
      {t('重新登录')}
    </PlainButton>
  )
  return overPage ? (
    <PageNotice title={t(sessionInvalid.msg)} actions={signInButton}>
      {t('页面内容仍然保留，可先复制未保存的文字')}
    </PageNotice>
  ) : (
    <AppDialog title={t('提示')} actions={signInButton}>
      {t(sessionInvalid.msg)}
    </AppDialog>
  )
}
