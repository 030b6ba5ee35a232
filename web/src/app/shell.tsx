import type { ComponentType } from 'react'

let MainLayout: ComponentType | undefined

/** Loads the shell together with the kit, which the guest pages do not need. */
export const loadShell = async (): Promise<void> => {
  MainLayout ??= (await import('./layout/main-layout.tsx')).MainLayout
}

/** The shell; the route's loader has loaded it. */
export const Shell = () => MainLayout && <MainLayout />
