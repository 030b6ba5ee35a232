import type { ComponentType } from 'react'

let Layout: ComponentType | undefined

/** Loads the frame of signed-in users, which the guest pages do not need. */
export const loadFrame = async (): Promise<void> => {
  Layout ??= (await import('./layout/portal-layout.tsx')).PortalLayout
}

/** The frame; the route's loader has loaded it. */
export const PortalFrame = () => Layout && <Layout />
