import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { dashboardEntry } from '../shell-session.ts'
import { findView } from '../views.ts'

const loadDashboard = async () => (await import('../dashboard-view.tsx')).DashboardView
const loaderOf = (component: string) => (component === dashboardEntry.component ? loadDashboard : findView(component))

const made = new Map<string, LazyExoticComponent<ComponentType>>()

/** The page a menu names, loaded when it is first shown; undefined when there is no such page. */
export const lazyView = (component: string): LazyExoticComponent<ComponentType> | undefined => {
  const load = loaderOf(component)
  if (!load) return undefined
  const view = made.get(component) ?? lazy(async () => ({ default: await load() }))
  made.set(component, view)
  return view
}

/** Fetches a page somebody is about to open. A failure is met again, and shown, when it is opened. */
export const prefetchView = (component: string): void => {
  void loaderOf(component)?.().catch(() => undefined)
}

/** Forgets a page that failed, so that it is loaded again. */
export const forgetView = (component: string): void => {
  made.delete(component)
}
