import { Code } from '@atrium/contract/kernel/envelope.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useRouteError } from 'react-router'
import { noAnswer } from '../../../kernel/api/call-error.ts'
import { hasTabSession } from '../../../kernel/api/tokens.ts'
import { LoadFailure, NetworkLost } from '../../../shared/entry/load-failures.tsx'
import { SessionLoadError } from '../../../shared/entry/session-load-error.ts'

const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }))

/**
 * Shown when a page and its session could not load. Unless the code is 100, the session has expired and the user signs
 * in again. Takes the skeleton of the page.
 */
export const SessionFailure = ({ loading }: { loading: ReactNode }) => {
  const error = useRouteError()
  // An ended visit returns to the home session by itself.
  if (error instanceof SessionLoadError && error.code === Code.sessionInvalid && hasTabSession()) return loading
  if (error instanceof SessionLoadError && error.code === noAnswer) return <NetworkLost />
  if (error instanceof SessionLoadError && error.code !== Code.tokenExpired)
    return (
      <>
        {loading}
        <Suspense>
          <SessionEnded />
        </Suspense>
      </>
    )
  return <LoadFailure />
}
