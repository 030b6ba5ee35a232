import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router'
import type { MoreCard } from '../features/communication/preferences/public/more-cards.ts'
import type { MoreTab } from '../kernel/page/more-tabs.tsx'
import { PageBoundary } from '../shared/entry/page-boundary.tsx'
import { installedModules } from './installed-modules.ts'
import type { ObjectTab, WebModule, WorkbenchCard } from './module.ts'

/** A part of a page. One that fails says so in its place. */
const toPart = <Props extends object>(title: string, load: () => Promise<ComponentType<Props>>) => {
  const Content = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <PageBoundary title={title} path={useLocation().pathname} onRetry={() => undefined}>
      <Content {...props} />
    </PageBoundary>
  )
}

const toTab = ({ key, title: text, endpoint, load }: ObjectTab): MoreTab => ({
  key,
  text,
  endpoint,
  View: toPart(text, load),
})
const listTabs = (of: keyof NonNullable<WebModule['objectTabs']>) =>
  installedModules.flatMap(({ objectTabs }) => (objectTabs?.[of] ?? []).map(toTab))

/** Tabs of modules on the pages of objects. */
export const moduleTabs = {
  users: listTabs('users'),
  companies: listTabs('companies'),
  organizations: listTabs('organizations'),
}

const toCard = ({ load, ...card }: WorkbenchCard): MoreCard => ({ ...card, View: toPart(card.title, load) })
/** Cards of modules on the workbench. */
export const moduleCards = installedModules.flatMap(({ workbenchCards = [] }) => workbenchCards.map(toCard))

/** Forms of modules that the palette opens. */
export const moduleForms = installedModules.flatMap(({ paletteActions = [] }) => paletteActions)
