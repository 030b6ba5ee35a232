import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { useEffect, useState } from 'react'
import { useLoaderData, useLocation, useRevalidator } from 'react-router'
import { queryClient } from '../kernel/api/query-client.ts'
import { invalidate, useRead } from '../kernel/api/use-endpoint.ts'
import { grantsQuery, regranted, type ShellSession } from './shell-session.ts'

const readOnce = { staleTime: Number.POSITIVE_INFINITY, toasts: false }
/** Asked again only when somebody is there to see it: a console nobody looks at must not keep its session alive. */
const freshFor = 30_000

const askAgain = () => {
  const readAt = queryClient.getQueryState(grantsQuery.queryKey)?.dataUpdatedAt ?? 0
  if (!document.hidden && Date.now() - readAt > freshFor) void invalidate(sessionContract.grants)
}

/**
 * The session with the menus and rights of now: read again when the person opens a page or comes back to the window,
 * and whenever something here changes them. A page that is no longer granted gives way to 404.
 */
export const useLiveSession = (): ShellSession => {
  const loaded = useLoaderData<ShellSession>()
  const [session, setSession] = useState(loaded)
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const { data: grants } = useRead(sessionContract.grants, {}, readOnce)

  useEffect(() => {
    if (!grants || grants.grantVersion === session.grantVersion) return
    const renewed = regranted(session, grants)
    setSession(renewed)
    if (!renewed.pages.has(pathname)) void revalidate()
  }, [grants, session, pathname, revalidate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that is opened asks
  useEffect(askAgain, [pathname])
  useEffect(() => {
    window.addEventListener('focus', askAgain)
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      window.removeEventListener('focus', askAgain)
      document.removeEventListener('visibilitychange', askAgain)
    }
  }, [])
  return session
}
