import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { type ComponentType, createContext } from 'react'

type AppTab = ComponentType<{ app: OpenAppRow }>
/** Tabs of an application that other features draw: its document, sign-on, provisioning, portal, webhooks and logged calls. */
export type AppTabs = Record<'doc' | 'oidc' | 'scim' | 'portal' | 'hooks' | 'calls', AppTab>

const None: AppTab = () => null
export const AppTabsSlot = createContext<AppTabs>({
  doc: None,
  oidc: None,
  scim: None,
  portal: None,
  hooks: None,
  calls: None,
})
