import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import { storedTokens } from '../kernel/api/tokens.ts'
import { basename, paths, toAddress } from './paths.ts'
import { redirectToNotFound } from './redirects.ts'
import { Shell, showNews } from './shell.tsx'
import { ShellFailure } from './shell-failure.tsx'
import { ShellLoading } from './shell-loading.tsx'
import { SignInRoute } from './sign-in-route.tsx'

/** Menus, grants and pages, which the guest pages do not need. */
const consoleLoaders = () => import('./console-loaders.ts')

/** With a session there is nothing to sign in to. */
const guestsOnly = () => (storedTokens() ? redirect(paths.root) : null)

const publicNews = new RegExp(`^${paths.publicNews}(/[^/?]+)?(\\?|$)`)
/** Whether the shell is there: until then, each navigation asks for a session. */
let isEntered = false
/** Without a session only the guest pages are available, and notices for everybody. */
const enter = async ({ request }: LoaderFunctionArgs) => {
  const address = toAddress(request.url)
  isEntered = storedTokens() !== undefined
  if (isEntered) return (await consoleLoaders()).loadConsole()
  if (!publicNews.test(address)) throw redirect(paths.signIn(address))
  await showNews()
  return null
}

/** Without a session every address but the guest pages leads to the sign-in page. */
const outsidersToSignIn = () => (storedTokens() ? null : redirect(paths.signIn()))
const unknownAddress = ({ request }: LoaderFunctionArgs) =>
  outsidersToSignIn() ?? redirectToNotFound(toAddress(request.url))

/** Pages without the shell that need a session lead to the sign-in page and back. */
const withSession = ({ request }: LoaderFunctionArgs) =>
  storedTokens() ? null : redirect(paths.signIn(toAddress(request.url)))

/** Reloads a page. */
const refresh = async ({ request }: LoaderFunctionArgs) =>
  storedTokens() ? (await consoleLoaders()).openRefreshed(request.url) : null
const dashboard = async () => (storedTokens() ? (await consoleLoaders()).prefetchDashboard() : null)
const grantedPage = async ({ request }: LoaderFunctionArgs) =>
  storedTokens() ? (await consoleLoaders()).openGrantedPage(request.url) : null

/** For developers: what the kit has, alive. Left out of the product's bundle. */
const widgets: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/widgets',
        loader: outsidersToSignIn,
        lazy: async () => ({ Component: (await import('./widgets/widgets-page.tsx')).WidgetsPage }),
        HydrateFallback: () => null,
      },
    ]
  : []

/**
 * Routes of the console. The entry bundle contains only the sign-in page; the shell loads in parallel with its
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
    {
      path: paths.share,
      lazy: async () => ({ Component: (await import('./share-route.tsx')).ShareRoute }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    {
      path: paths.authorize,
      loader: withSession,
      lazy: async () => ({ Component: (await import('./authorize-route.tsx')).AuthorizeRoute }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    {
      path: paths.outside,
      lazy: async () => ({ Component: (await import('./outside-route.tsx')).OutsideRoute }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    {
      path: paths.notFound,
      loader: outsidersToSignIn,
      lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
      HydrateFallback: () => null,
      ErrorBoundary: ShellFailure,
    },
    {
      path: '/',
      loader: enter,
      shouldRevalidate: () => !isEntered,
      Component: Shell,
      HydrateFallback: () => (storedTokens() ? <ShellLoading /> : null),
      ErrorBoundary: ShellFailure,
      children: [
        { index: true, loader: () => replace(paths.dashboard) },
        { path: 'dashboard', loader: dashboard, element: null },
        { path: 'ywRedirect/*', loader: refresh, element: null },
        { path: 'help', loader: grantedPage, element: null },
        { path: 'web/*', loader: grantedPage, element: null },
      ],
    },
    ...widgets,
    { path: '*', loader: unknownAddress, HydrateFallback: () => null },
  ],
  { basename },
)
