import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { createContext, useEffect, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { readByRights, useRead } from '../kernel/api/use-endpoint.ts'
import { toast } from '../ui/toast.ts'
import { paths } from './paths.ts'
import { regranted, type ShellSession } from './shell-session.ts'

/** The session with what is granted now, for the pages that everybody has. */
export const LiveSession = createContext<ShellSession | undefined>(undefined)

const readOnce = { staleTime: Number.POSITIVE_INFINITY, toasts: false }

/**
 * The session with the menus and rights of now, whenever they are read again. Whoever looks at a page that is granted
 * no longer is led to the workbench and told why.
 */
export const useLiveSession = (): ShellSession => {
  const loaded = useLoaderData<ShellSession>()
  const [session, setSession] = useState(loaded)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { data: grants } = useRead(sessionContract.grants, {}, readOnce)

  useEffect(() => {
    if (!grants || grants.grantVersion === session.grantVersion) return
    const renewed = regranted(session, grants)
    setSession(renewed)
    void readByRights()
    const shown = session.pages.get(pathname)
    if (!shown || renewed.pages.has(pathname)) return
    toast.warning(`“${shown.title}”的访问权限已被收回`)
    void navigate(paths.dashboard, { replace: true })
  }, [grants, session, pathname, navigate])
  return session
}
