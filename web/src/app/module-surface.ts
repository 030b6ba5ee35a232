import { lazy } from 'react'
import type { MoreTab } from '../kernel/page/more-tabs.tsx'
import { installedModules } from './installed-modules.ts'
import type { ObjectTab, WebModule } from './module.ts'

const toTab = ({ key, title: text, endpoint, load }: ObjectTab): MoreTab => ({
  key,
  text,
  endpoint,
  View: lazy(async () => ({ default: await load() })),
})
const listTabs = (of: keyof NonNullable<WebModule['objectTabs']>) =>
  installedModules.flatMap(({ objectTabs }) => (objectTabs?.[of] ?? []).map(toTab))

/** Tabs of modules on the pages of objects. */
export const moduleTabs = {
  users: listTabs('users'),
  companies: listTabs('companies'),
  organizations: listTabs('organizations'),
}

/** Forms of modules that the palette opens. */
export const moduleForms = installedModules.flatMap(({ paletteActions = [] }) => paletteActions)
