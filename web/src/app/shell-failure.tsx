import './message-page.css'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { call } from '../kernel/api/call.ts'
import { noAnswer } from '../kernel/api/call-error.ts'
import { noResponse } from '../kernel/api/http-status.ts'
import { hasTabSession } from '../kernel/api/tokens.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { SessionLoadError } from './session-load-error.ts'
import { ShellLoading } from './shell-loading.tsx'

const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }))

const { subject } = systemSettingsContract
const retryMs = 3000

/** Shown while the server cannot be reached; loads the page again as soon as it can. */
const NetworkLost = () => {
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
      <p>正在重新连接，网络恢复后会自动打开页面</p>
      <PlainButton kind="primary" onClick={() => location.reload()}>
        立即重试
      </PlainButton>
    </main>
  )
}

/** Shown when the shell could not load. Unless the code is 100, the session has expired and the user signs in again. */
export const ShellFailure = () => {
  const error = useRouteError()
  // An ended visit returns to the home session by itself.
  if (error instanceof SessionLoadError && error.code === Code.sessionInvalid && hasTabSession())
    return <ShellLoading />
  if (error instanceof SessionLoadError && error.code === noAnswer) return <NetworkLost />
  if (error instanceof SessionLoadError && error.code !== Code.tokenExpired)
    return (
      <>
        <ShellLoading />
        <Suspense>
          <SessionEnded />
        </Suspense>
      </>
    )
  return (
    <main className="message-page" role="alert">
      <h1>页面加载失败</h1>
      <p>请检查网络后重试</p>
      <PlainButton kind="primary" onClick={() => location.reload()}>
        重试
      </PlainButton>
    </main>
  )
}
