import { lazy } from 'react'
import { CallsTab } from '../features/open/gate/calls-tab.tsx'
import { OpenAppsPage } from '../features/open/open-apps/open-apps-page.tsx'

// Lazy: seldom opened.
const tabs = {
  doc: lazy(async () => ({ default: (await import('../features/open/open-docs/doc-tab.tsx')).DocTab })),
  oidc: lazy(async () => ({ default: (await import('../features/open/oidc/oidc-tab.tsx')).OidcTab })),
  scim: lazy(async () => ({ default: (await import('../features/open/scim/scim-tab.tsx')).ScimTab })),
  portal: lazy(async () => ({ default: (await import('../features/open/portal-apps/portal-tab.tsx')).PortalTab })),
  hooks: lazy(async () => ({ default: (await import('../features/open/webhooks/hooks-tab.tsx')).HooksTab })),
  calls: CallsTab,
}

/** Applications, each with the tabs of the features that serve it. */
export const OpenAppsView = () => <OpenAppsPage tabs={tabs} />
