import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { storedTokens } from '../kernel/api/tokens.ts'
import { loadFrame, PortalFrame } from './frame.tsx'
import { loadPage } from './load-page.tsx'
import { pages } from './pages.ts'
import { basename, paths, toAddress } from './paths.ts'
import { PortalFailure } from './portal-failure.tsx'
import { PortalLoading } from './portal-loading.tsx'
import { SignInRoute } from './sign-in-route.tsx'

/** With a session there is nothing to sign in to. */
const guestsOnly = () => (storedTokens() ? redirect(paths.home) : null)

const signedInOnly = async ({ request }: LoaderFunctionArgs) => {
  if (!storedTokens()) throw redirect(paths.signIn(toAddress(request.url)))
  const { loadSession } = await import('./session.ts')
  const [session] = await Promise.all([loadSession(), loadFrame()])
  return session
}

const Nothing = () => null
const guestPage = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  loader: guestsOnly,
  lazy: async () => ({ Component: await load() }),
  HydrateFallback: Nothing,
  ErrorBoundary: PortalFailure,
})

/** With a session, public notices are shown among those for the user. */
const signedInToTwin = ({ request }: LoaderFunctionArgs) =>
  storedTokens() ? redirect(toAddress(request.url).replace(paths.publicNews, paths.messages)) : null
const publicPage: typeof guestPage = (path, load) => ({ ...guestPage(path, load), loader: signedInToTwin })

/** Routes of the portal. The entry bundle contains only the sign-in page. */
export const router = createBrowserRouter(
  [
    { path: '/login', loader: guestsOnly, Component: SignInRoute, HydrateFallback: Nothing },
    guestPage(paths.register, async () => (await import('./register-route.tsx')).RegisterRoute),
    guestPage(paths.forgetPassword, async () => (await import('./recovery-route.tsx')).RecoveryRoute),
    publicPage(paths.publicNews, async () => (await import('./public-news-routes.tsx')).PublicNewsRoute),
    publicPage(`${paths.publicNews}/:id`, async () => (await import('./public-news-routes.tsx')).PublicNoticeRoute),
    {
      path: '/',
      loader: signedInOnly,
      shouldRevalidate: () => false,
      Component: PortalFrame,
      HydrateFallback: PortalLoading,
      ErrorBoundary: PortalFailure,
      children: [
        ...pages.map(
          (page): RouteObject => ({
            path: page.path,
            lazy: () => loadPage(page),
            handle: page,
            ErrorBoundary: PortalFailure,
          }),
        ),
        { path: '*', lazy: async () => ({ Component: (await import('./pages/not-found-page.tsx')).NotFoundPage }) },
      ],
    },
  ],
  { basename },
)
