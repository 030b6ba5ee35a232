import { lazy } from 'react'
import { CallsTab } from '../features/open/gate/calls-tab.tsx'
import { LatestRefusal } from '../features/open/gate/latest-refusal.tsx'
import { AppPage } from '../features/open/open-apps/page/app-page.tsx'

// Lazy: seldom opened.
const parts = {
  doc: lazy(async () => ({ default: (await import('../features/open/open-docs/doc-tab.tsx')).DocTab })),
  oidc: lazy(async () => ({ default: (await import('../features/open/oidc/oidc-tab.tsx')).OidcTab })),
  scim: lazy(async () => ({ default: (await import('../features/open/scim/scim-tab.tsx')).ScimTab })),
  portal: lazy(async () => ({ default: (await import('../features/open/portal-apps/portal-tab.tsx')).PortalTab })),
  hooks: lazy(async () => ({ default: (await import('../features/open/webhooks/hooks-tab.tsx')).HooksTab })),
  calls: CallsTab,
  refusal: LatestRefusal,
}

/** The page of one application, with what the features that serve it know. */
export const OpenAppView = () => <AppPage parts={parts} />
