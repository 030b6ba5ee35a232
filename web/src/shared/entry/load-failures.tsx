import { t } from '../../ui/texts.ts'
import './message-page.css'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { useEffect } from 'react'
import { call } from '../../kernel/api/call.ts'
import { noResponse } from '../../kernel/api/http-status.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { retryByReload } from './stale-chunks.ts'

const { subject } = systemSettingsContract
const retryMs = 3000

/** Shown while the server cannot be reached; loads the page again as soon as it can. */
export const NetworkLost = () => {
  useEffect(() => {
    const timer = setInterval(
      () =>
        call(subject, {}, { toasts: false }).then(
          () => location.reload(),
          () => undefined,
        ),
      retryMs,
    )
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="message-page" role="alert">
      <h1>{noResponse}</h1>
      <p>{t('正在重新连接，网络恢复后会自动打开页面')}</p>
      <PlainButton kind="primary" onClick={() => void retryByReload()}>
        {t('立即重试')}
      </PlainButton>
    </main>
  )
}

/** Shown when the page itself could not be loaded. */
export const LoadFailure = () => (
  <main className="message-page" role="alert">
    <h1>{t('页面加载失败')}</h1>
    <p>{t('请检查网络后重试')}</p>
    <PlainButton kind="primary" onClick={() => void retryByReload()}>
      {t('重试')}
    </PlainButton>
  </main>
)
