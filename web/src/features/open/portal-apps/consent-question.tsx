import type { SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { AppDialog } from '../../../ui/app-dialog.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'
import { scopeNames } from './public/scope-names.ts'

export type AskedConsent = { app: string; company: string; scopes: readonly SsoScope[]; allow: () => Promise<void> }

/** Asks whether an application may learn what it wants to, by name. `call` shows a failure, and the question stays. */
export const ConsentQuestion = ({ asked, onClosed }: { asked: AskedConsent; onClosed: () => void }) => {
  const [busy, setBusy] = useState(false)
  const { app, company, scopes } = asked
  const allow = async () => {
    setBusy(true)
    try {
      await asked.allow()
      onClosed()
    } catch {
      setBusy(false)
    }
  }
  return (
    <AppDialog
      title={t('授权“{app}”？', { app })}
      onEscape={busy ? () => undefined : onClosed}
      actions={
        <>
          <PlainButton disabled={busy} onClick={onClosed}>
            {t('取消')}
          </PlainButton>
          <PlainButton kind="primary" busy={busy} onClick={() => void allow()}>
            {t('授权并打开')}
          </PlainButton>
        </>
      }
    >
      {t('该应用由“{company}”提供，登录时将获取您的{value}。', {
        company,
        value: listText([t('姓名'), ...scopes.map((scope) => scopeNames[scope])]),
      })}
    </AppDialog>
  )
}
