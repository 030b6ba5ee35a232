import { replace } from 'react-router'
import { workbenchQuery } from '../features/overview/workbench/workbench-query.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { prefetchView } from './lazy-view.ts'
import { groupTarget } from './menu-tree.ts'
import { paths, toAddress } from './paths.ts'
import { redirectToNotFound } from './redirects.ts'
import { showShell } from './shell.tsx'
import { addRefusedPage, dashboardEntry, loadSession } from './shell-session.ts'
import { shownAddress } from './shown-address.ts'

/** Loads the session and the shell in parallel. */
export const loadConsole = async () => {
  const [session] = await Promise.all([loadSession(), showShell()])
  return session
}

/** The landing page after sign-in; the shell reports session failures. */
export const landingPage = (): Promise<string> =>
  loadSession().then(
    (session) => session.home,
    () => paths.root,
  )

/** Preloads the code of the workbench. Needs no session. */
export const prefetchDashboardCode = (): void => prefetchView(dashboardEntry.component)

/** Preloads the workbench's code and cards while the session loads. */
export const prefetchDashboard = () => {
  prefetchDashboardCode()
  void queryClient.prefetchQuery(workbenchQuery)
  return null
}

/** Follows only addresses of this application, which prevents open redirects. */
const redirectInApp = (address: string) => (inAppPath(address) ? replace(address) : redirectToNotFound(address))

/** A page leaves the address of its refresh itself, once it is shown; any other address is followed at once. */
export const openRefreshed = async (url: string) => {
  const address = shownAddress(toAddress(url))
  const session = await loadSession().catch(() => undefined)
  const path = address.split('?', 1)[0] ?? ''
  return !session || session.pages.has(path) ? null : redirectInApp(address)
}

/** The menus decide which addresses exist; the route tree never changes. */
export const openGrantedPage = async (url: string) => {
  // The shell's loader, which runs in parallel, reports session failures.
  const session = await loadSession().catch(() => undefined)
  if (!session) return null
  const { pathname } = new URL(url)
  const path = toAddress(url).split('?', 1)[0] ?? ''
  const page = session.pages.get(path)
  if (page) {
    prefetchView(page.component)
    return null
  }
  if (path.endsWith('/')) return replace(toAddress(url).replace(pathname, pathname.replace(/\/+$/, '')))
  const target = groupTarget(session.menus, path)
  if (target && target !== path) return redirectInApp(target)
  const isVisiting = session.info.act !== null
  // A visit asks for nothing: the rights that count there are those of the visited company.
  if (isVisiting || !(await (await import('./refusals.ts')).isRefused(path))) return redirectToNotFound(path)
  addRefusedPage(session, path)
  return null
}
