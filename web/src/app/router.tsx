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

/** With a session there is nothing to sign in to. */
const guestsOnly = () => (storedTokens() ? redirect(paths.root) : null)

/** Without a session only the three guest pages are available. */
const signedInOnly = async ({ request }: LoaderFunctionArgs) => {
  if (!storedTokens()) throw redirect(paths.signIn(addressOf(request.url)))
  const [session] = await Promise.all([loadSession(), loadShell()])
  return session
}

/** Redirects to 404 and stores the address, so that the user can ask why it did not open. */
const redirectToNotFound = (address: string) => {
  rememberLost(address)
  return replace(paths.notFound)
}
const redirectInApp = (address: string) => (inAppPath(address) ? replace(address) : redirectToNotFound(address))

/** Reloads a page. Follows only addresses of this application, which prevents open redirects. */
const refresh = ({ request }: LoaderFunctionArgs) => redirectInApp(addressOf(request.url).slice('/ywRedirect'.length))

/** Preloads the workbench's code while the session loads. */
const dashboard = () => {
  if (storedTokens()) prefetchView(dashboardEntry.component)
  return null
}

/** The menus decide which addresses exist; the route tree never changes. */
const grantedPage = async ({ request }: LoaderFunctionArgs) => {
  // The shell's loader, which runs in parallel, reports session failures.
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
  return target && target !== path ? redirectInApp(target) : redirectToNotFound(path)
}

/**
 * Routes of the console. The entry bundle contains only the sign-in and 404 pages; the shell loads in parallel with its
 * data.
 */
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
    { path: '*', loader: ({ request }) => redirectToNotFound(addressOf(request.url)), HydrateFallback: () => null },
  ],
  { basename },
)
