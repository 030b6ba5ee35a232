import { lazy, Suspense } from 'react'
import { ShellLoading } from './shell-loading.tsx'

const load = () => import('./layout/main-layout.tsx')
const MainLayout = lazy(async () => ({ default: (await load()).MainLayout }))

/** Fetches the shell beside the data it will show. A failure is met again, and handled, when it is shown. */
export const fetchShell = (): void => {
  void load().catch(() => undefined)
}

/** The shell comes with the kit; who is not signed in does not load it. */
export const Shell = () => (
  <Suspense fallback={<ShellLoading />}>
    <MainLayout />
  </Suspense>
)
