import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { createContext, useEffect, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { refetchAfterRightsChange, useRead } from '../kernel/api/use-read.ts'
import { t } from '../ui/texts.ts'
import { toast } from '../ui/toast.ts'
import { paths } from './paths.ts'
import { type ShellSession, withGrants } from './shell-session.ts'

/** The current session, for pages without grants of their own. */
export const LiveSession = createContext<ShellSession | undefined>(undefined)

const readOnce = { staleTime: Number.POSITIVE_INFINITY, toasts: false }

/**
 * The session with current menus and rights. When the visible page is no longer granted, redirects to the workbench and
 * says why.
 */
export const useLiveSession = (): ShellSession => {
  const loaded = useLoaderData<ShellSession>()
  const [session, setSession] = useState(loaded)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { data: grants } = useRead(sessionContract.grants, {}, readOnce)

  useEffect(() => {
    if (!grants || grants.grantVersion === session.grantVersion) return
    const renewed = withGrants(session, grants)
    setSession(renewed)
    void refetchAfterRightsChange()
    const shown = session.pages.get(pathname)
    if (!shown || renewed.pages.has(pathname)) return
    toast.warning(t('“{title}”的访问权限已被收回', { title: shown.title }))
    void navigate(paths.dashboard, { replace: true })
  }, [grants, session, pathname, navigate])
  return session
}
