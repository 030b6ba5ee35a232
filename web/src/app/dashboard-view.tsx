import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import {
  defaultPreferences,
  preferencesQuery,
  savePreferences,
} from '../features/communication/preferences/preferences.ts'
import { WorkbenchPage } from '../features/overview/workbench/workbench-page.tsx'
import { InvitationHint } from '../features/people/memberships/invitation-hint.tsx'
import { listLeaves, visibleMenus } from './menu-tree.ts'
import { profileEntry } from './shell-session.ts'
import { LiveSession } from './use-live-session.ts'

/** The workbench, with the granted pages that its cards lead to. */
export const DashboardView = () => {
  const session = use(LiveSession)
  const { data: settings = defaultPreferences } = useQuery(preferencesQuery)
  const pages = listLeaves(visibleMenus(session?.menus ?? [])).map(({ id, component, to, title, icon }) => ({
    id,
    component,
    title,
    icon,
    path: to,
  }))
  const byComponent = new Map([...(session?.pages.values() ?? [])].map(({ component, path }) => [component, path]))
  const isOwn = session?.info.act === null
  return (
    <WorkbenchPage
      pages={pages}
      toPath={(component) => byComponent.get(component)}
      settings={settings}
      onSettings={savePreferences}
      notice={isOwn && <InvitationHint path={profileEntry.path} />}
    />
  )
}
