import type { ComponentType } from 'react'

let View: ComponentType | undefined

/** Loads the shell together with the kit, which the guest pages do not need. */
export const loadShell = () => import('./layout/main-layout.tsx')

/** Shows the shell from now on. */
export const showShell = async (): Promise<void> => {
  View = (await loadShell()).MainLayout
}

/** Shows the notices for everybody, which need neither session nor shell. */
export const showNews = async (): Promise<void> => {
  View = (await import('./public-news-routes.tsx')).PublicNewsRoute
}

/** The shell, or notices for everybody; the route's loader has loaded it. */
export const Shell = () => View && <View />
