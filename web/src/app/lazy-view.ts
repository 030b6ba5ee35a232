import { type ComponentType, lazy } from 'react'
import { framedAddress } from './menu-tree.ts'
import { findObjectView, rowComponent } from './object-pages.ts'
import {
  approvalsEntry,
  appsEntry,
  dashboardEntry,
  helpEntry,
  newsDetailsComponent,
  newsEntry,
  noticeDetailsComponent,
  noticesEntry,
  profileEntry,
  refusedComponent,
  requestsEntry,
  reviewsEntry,
  securityEntry,
} from './shell-session.ts'
import { findView } from './views.ts'

const fixedViews = new Map<string, () => Promise<ComponentType>>([
  [dashboardEntry.component, async () => (await import('./dashboard-view.tsx')).DashboardView],
  [profileEntry.component, async () => (await import('./profile-view.tsx')).ProfileView],
  [securityEntry.component, async () => (await import('../features/identity/security/security-page.tsx')).SecurityPage],
  [
    requestsEntry.component,
    async () => (await import('../features/governance/explain/own-requests-page.tsx')).OwnRequestsPage,
  ],
  [approvalsEntry.component, async () => (await import('./approvals-view.tsx')).ApprovalsView],
  [
    reviewsEntry.component,
    async () => (await import('../features/governance/reviews/own-reviews-page.tsx')).OwnReviewsPage,
  ],
  [appsEntry.component, async () => (await import('../features/open/portal-apps/own-apps-page.tsx')).OwnAppsPage],
  [helpEntry.component, async () => (await import('./help/help-view.tsx')).HelpView],
  [rowComponent('sys/users'), async () => (await import('./user-view.tsx')).UserView],
  [rowComponent('sys/companies'), async () => (await import('./company-view.tsx')).CompanyView],
  [rowComponent('sys/roles'), async () => (await import('../features/governance/roles/role-page.tsx')).RolePage],
  [rowComponent('sys/orgs'), async () => (await import('./organization-view.tsx')).OrganizationView],
  [
    rowComponent('open/apis'),
    async () => (await import('../features/open/open-apis/page/open-api-page.tsx')).OpenApiPage,
  ],
  [rowComponent('open/apps'), async () => (await import('./open-app-view.tsx')).OpenAppView],
  [newsEntry.component, async () => (await import('../features/content/notices/published-page.tsx')).PublishedPage],
  [
    newsDetailsComponent,
    async () => (await import('../features/content/notices/published-notice-page.tsx')).PublishedNoticePage,
  ],
  [refusedComponent, async () => (await import('./refused-view.tsx')).RefusedView],
  [noticesEntry.component, async () => (await import('./notices-view.tsx')).NoticesView],
  [noticeDetailsComponent, async () => (await import('./notices-view.tsx')).NoticeView],
])
const createLoader = (component: string) => {
  const framed = framedAddress(component)
  if (framed !== undefined) return async () => (await import('./frame-view.tsx')).createFrameView(framed)
  return fixedViews.get(component) ?? findObjectView(component) ?? findView(component)
}

/** Loaded pages are rendered without suspending: React delays suspended content. */
const loaded = new Map<string, ComponentType>()
const load = async (component: string, loader: () => Promise<ComponentType>): Promise<ComponentType> => {
  const view = await loader()
  loaded.set(component, view)
  return view
}

/** The page component of a menu, loaded on first render; undefined if there is no such page. */
export const lazyView = (component: string): ComponentType | undefined => {
  const loader = createLoader(component)
  return loader && (loaded.get(component) ?? lazy(async () => ({ default: await load(component, loader) })))
}

/** Preloads a page. A failure is reported when the page is opened. */
export const prefetchView = (component: string): void => {
  const loader = createLoader(component)
  if (loader) void load(component, loader).catch(() => undefined)
}
