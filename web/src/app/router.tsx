import { createBrowserRouter, type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { storedTokens } from '../kernel/api/tokens.ts'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { prefetchView } from './lazy-view.ts'
import { rememberLost } from './lost-address.ts'
import { groupTarget } from './menu-tree.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { addressOf, basename, paths } from './paths.ts'
import { loadShell, Shell } from './shell.tsx'
import { ShellFailure } from './shell-failure.tsx'
import { ShellLoading } from './shell-loading.tsx'
import { dashboardEntry, loadSession } from './shell-session.ts'
import { SignInRoute } from './sign-in-route.tsx'

/** With a session there is nothing to sign in to (spec §4). */
const guestsOnly = () => (storedTokens() ? redirect(paths.root) : null)

/** Without a session only the three pages for guests can be reached (spec §4). */
const signedInOnly = async ({ request }: LoaderFunctionArgs) => {
  if (!storedTokens()) throw redirect(paths.signIn(addressOf(request.url)))
  const [session] = await Promise.all([loadSession(), loadShell()])
  return session
}

/** Where whoever went nowhere wanted to go is remembered, so that he can ask why it did not open. */
const nowhere = (address: string) => {
  rememberLost(address)
  return replace(paths.notFound)
}
const known = (address: string) => (inAppPath(address) ? replace(address) : nowhere(address))

/** Opens a page anew. Only an address of this application is followed (threat T26). */
const refresh = ({ request }: LoaderFunctionArgs) => known(addressOf(request.url).slice('/ywRedirect'.length))

/** Its code comes beside the session's data. */
const dashboard = () => {
  if (storedTokens()) prefetchView(dashboardEntry.component)
  return null
}

/** The menus decide which addresses exist; the route tree never changes. */
const grantedPage = async ({ request }: LoaderFunctionArgs) => {
  // Whatever is wrong with the session is the shell's to say: its own loader runs beside this one.
  const session = storedTokens() && (await loadSession().catch(() => undefined))
  if (!session) return null
  const { pathname } = new URL(request.url)
  const path = addressOf(request.url).split('?', 1)[0] ?? ''
  const page = session.pages.get(path)
  if (page) {
    prefetchView(page.component)
    return null
  }
  if (path.endsWith('/')) return replace(addressOf(request.url).replace(pathname, pathname.replace(/\/+$/, '')))
  const target = groupTarget(session.menus, path)
  return target && target !== path ? known(target) : nowhere(path)
}

/** The console's addresses. Only the sign-in page and 404 come with the first bytes; the shell is loaded beside its data. */
export const router = createBrowserRouter(
  [
    { path: '/login', loader: guestsOnly, Component: SignInRoute, HydrateFallback: () => null },
    {
      path: paths.register,
      loader: guestsOnly,
      lazy: async () => ({ Component: (await import('./register-route.tsx')).RegisterRoute }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    {
      path: paths.forgetPassword,
      loader: guestsOnly,
      lazy: async () => ({ Component: (await import('./recovery-route.tsx')).RecoveryRoute }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    { path: paths.notFound, Component: NotFoundPage },
    {
      path: '/',
      loader: signedInOnly,
      shouldRevalidate: () => false,
      Component: Shell,
      HydrateFallback: ShellLoading,
      ErrorBoundary: ShellFailure,
      children: [
        { index: true, loader: () => replace(paths.dashboard) },
        { path: 'dashboard', loader: dashboard, element: null },
        { path: 'ywRedirect/*', loader: refresh, element: null },
        { path: 'web/*', loader: grantedPage, element: null },
      ],
    },
    { path: '*', loader: ({ request }) => nowhere(addressOf(request.url)), HydrateFallback: () => null },
  ],
  { basename },
)
