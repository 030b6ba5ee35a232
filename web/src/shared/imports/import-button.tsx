import { lazy, Suspense } from 'react'
import type { ImportLauncherProps } from './import-launcher.tsx'

const ImportLauncher = lazy(async () => ({ default: (await import('./import-launcher.tsx')).ImportLauncher }))

/** The button that imports rows of a list, loaded after the list. */
export const ImportButton = (props: ImportLauncherProps) => (
  <Suspense>
    <ImportLauncher {...props} />
  </Suspense>
)
