import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SignInPage } from '../features/identity/sign-in/sign-in-page.tsx'
import { queryClient } from '../kernel/api/query-client.ts'
import { onSessionChangedElsewhere } from '../kernel/api/tokens.ts'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { tagsQuery } from '../shared/entry/session-queries.ts'
import { paths } from './paths.ts'
import { loadShell } from './shell.tsx'

const consoleLoaders = () => import('./console-loaders.ts')
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200)

const ways = { recover: paths.forgetPassword, register: paths.register }

/** Sign-in page: navigates to the requested address afterwards, and preloads the shell meanwhile. */
export const SignInRoute = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const fetched = useRef(false)

  const enter = useCallback(async () => {
    const target = inAppPath(search.get('to') ?? '') ?? (await (await consoleLoaders()).landingPage())
    await navigate(target, { replace: true })
  }, [navigate, search])
  const prepare = () => {
    if (fetched.current) return
    fetched.current = true
    void queryClient.prefetchQuery(tagsQuery)
    // A failure is handled when the shell is needed.
    whenIdle(() => void loadShell().catch(() => undefined))
    whenIdle(
      () =>
        void consoleLoaders().then(
          ({ prefetchDashboardCode }) => prefetchDashboardCode(),
          () => undefined,
        ),
    )
  }

  useEffect(() => onSessionChangedElsewhere((signedIn) => signedIn && void enter()), [enter])

  return <SignInPage links={ways} onSignedIn={() => void enter()} onInterest={prepare} />
}
