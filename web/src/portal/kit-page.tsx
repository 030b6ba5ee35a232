import type { ReactNode } from 'react'
import { cspNonce } from '../shared/entry/csp-nonce.ts'
import { usePreferences } from '../shared/entry/preferences.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { useBranding } from './use-branding.ts'

/** A page that draws widgets of the component library. */
export const KitPage = ({ children }: { children: ReactNode }) => (
  <KitProvider dark={usePreferences().dark} accent={useBranding().theme} nonce={cspNonce}>
    {children}
  </KitProvider>
)
