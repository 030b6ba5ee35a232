import './message-page.css'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { useRouteError } from 'react-router'
import { SessionExpiredDialog } from '../features/session/session-expired-dialog.tsx'
import { signOut } from '../features/session/sign-out.ts'
import { isActing } from '../kernel/api/tokens.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { ShellLoading } from './shell-loading.tsx'
import { SessionLoadError } from './shell-session.ts'

/** The shell could not open. Spec §4: unless the code is 100, the login has expired and one signs in again. */
export const ShellFailure = () => {
  const error = useRouteError()
  // A visit that is over leads home by itself, and that login goes on.
  if (error instanceof SessionLoadError && error.code === Code.sessionInvalid && isActing()) return <ShellLoading />
  if (error instanceof SessionLoadError && error.code !== Code.tokenExpired)
    return (
      <>
        <ShellLoading />
        <SessionExpiredDialog onSignOut={() => void signOut()} />
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
