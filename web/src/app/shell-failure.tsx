import './message-page.css'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { lazy, Suspense } from 'react'
import { useRouteError } from 'react-router'
import { hasTabSession } from '../kernel/api/tokens.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { SessionLoadError } from './session-load-error.ts'
import { ShellLoading } from './shell-loading.tsx'

const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }))

/** Shown when the shell could not load. Unless the code is 100, the session has expired and the user signs in again. */
export const ShellFailure = () => {
  const error = useRouteError()
  // An ended visit returns to the home session by itself.
  if (error instanceof SessionLoadError && error.code === Code.sessionInvalid && hasTabSession())
    return <ShellLoading />
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
