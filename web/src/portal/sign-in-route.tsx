import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SignInPage } from '../features/identity/sign-in/sign-in-page.tsx'
import { queryClient } from '../kernel/api/query-client.ts'
import { onSessionChangedElsewhere } from '../kernel/api/tokens.ts'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { tagsQuery } from '../shared/entry/session-queries.ts'
import { loadFrame } from './frame.tsx'
import { prefetchPage } from './load-page.tsx'
import { pages } from './pages.ts'
import { paths } from './paths.ts'

const ways = { recover: paths.forgetPassword, register: paths.register }

/** Sign-in page: navigates to the requested address afterwards, and preloads the home page meanwhile. */
export const SignInRoute = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const fetched = useRef(false)
  const enter = useCallback(
    () => navigate(inAppPath(search.get('to') ?? '') ?? paths.home, { replace: true }),
    [navigate, search],
  )
  const prepare = () => {
    if (fetched.current) return
    fetched.current = true
    void queryClient.prefetchQuery(tagsQuery)
    // A failure is handled when the frame is needed.
    loadFrame().catch(() => undefined)
    const home = pages.find(({ path }) => path === paths.home)
    if (home) prefetchPage(home)
  }
  useEffect(() => onSessionChangedElsewhere((signedIn) => signedIn && void enter()), [enter])
  return <SignInPage links={ways} onSignedIn={() => void enter()} onInterest={prepare} />
}
