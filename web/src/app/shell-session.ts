import { approvalsPage } from '../features/communication/approvals/own-page.ts'
import { loadListSettings } from '../features/communication/list-views/kept-list-settings.ts'
import { preferencesQuery } from '../features/communication/preferences/preferences.ts'
import { requestsPage } from '../features/governance/explain/own-page.ts'
import { reviewsPage } from '../features/governance/reviews/own-page.ts'
import { profilePage } from '../features/identity/account/own-page.ts'
import { securityPage } from '../features/identity/security/own-page.ts'
import { appsPage } from '../features/open/portal-apps/own-page.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import type { OwnPage } from '../kernel/page/own-page.ts'
import { applyGrants, type LoginInfo, type OwnGrants, readSession } from '../shared/entry/read-session.ts'
import { SessionLoadError } from '../shared/entry/session-load-error.ts'
import { loginInfoQuery } from '../shared/entry/session-queries.ts'
import { t } from '../ui/texts.ts'
import { findEntry, type MenuEntry, type PageEntry, readMenus, readPages } from './menu-tree.ts'
import { objectEntry } from './object-pages.ts'
import { PageMap } from './page-map.ts'
import { paths } from './paths.ts'

export type ShellSession = {
  info: LoginInfo
  version: string
  menus: MenuEntry[]
  pages: PageMap
  /** Landing page after sign-in, unless another was requested. */
  home: string
  grantVersion: string
}

const defaultPageOptions = { keepAlive: true, affix: false }
/** Own pages of every user, granted by no menu. Their component names cannot occur among files or menus. */
export const dashboardEntry: PageEntry = {
  path: paths.dashboard,
  title: t('工作台'),
  component: ':dashboard',
  crumbs: [],
  menuIds: [],
  ...defaultPageOptions,
}
/** An own page of every user. */
const toOwnEntry = ({ name, path, title }: OwnPage): PageEntry => ({
  path,
  title: t(title),
  component: `:${name}`,
  crumbs: [{ title: t(title) }],
  menuIds: [],
  ...defaultPageOptions,
})
export const profileEntry = toOwnEntry(profilePage)
export const securityEntry = toOwnEntry(securityPage)
export const requestsEntry = toOwnEntry(requestsPage)
export const approvalsEntry = toOwnEntry(approvalsPage)
export const reviewsEntry = toOwnEntry(reviewsPage)
export const appsEntry = toOwnEntry(appsPage)
export const newsEntry = toOwnEntry({ name: 'news', path: paths.news, title: t('我的公告') })
/** Open during a visit too: it is about pages, not about their user. */
export const helpEntry = toOwnEntry({ name: 'help', path: paths.help, title: t('使用手册') })
export const refusedComponent = ':refused'
export const newsDetailsComponent = ':news-details'
/** The address of notices for everybody, with a session: the user's own ones, which a visit does not have. */
export const noticesEntry = toOwnEntry({ name: 'notices', path: paths.publicNews, title: t('公告与新闻') })
export const noticeDetailsComponent = ':notices-details'

const readGrantedPages = ({ menus: nodes, home, grantVersion }: OwnGrants, { act }: LoginInfo) => {
  const menus = readMenus(nodes)
  const own = act
    ? [noticesEntry]
    : [profileEntry, securityEntry, requestsEntry, approvalsEntry, reviewsEntry, appsEntry, newsEntry, noticesEntry]
  // For equal paths the last one wins: menus cannot replace these pages.
  const pages = [...readPages(menus), dashboardEntry, helpEntry, ...own]
  const byPath = new PageMap(pages, objectEntry, act ? noticeDetailsEntry : detailsEntry)
  const landing = home === null ? undefined : findEntry(menus, home)
  return {
    menus,
    pages: byPath,
    home: landing && byPath.has(landing.path) ? landing.to : paths.dashboard,
    grantVersion,
  }
}

/** A notice has an address of its own below its page. */
const createDetailsEntry = (list: PageEntry, component: string) => {
  const address = new RegExp(`^${list.path}/[0-9a-f-]{36}$`)
  const title = t('公告详情')
  return (path: string): PageEntry | undefined =>
    address.test(path)
      ? { ...list, path, title, component, crumbs: [{ title: list.title, path: list.path }, { title }] }
      : undefined
}
const newsDetailsEntry = createDetailsEntry(newsEntry, newsDetailsComponent)
const noticeDetailsEntry = createDetailsEntry(noticesEntry, noticeDetailsComponent)
const detailsEntry = (path: string) => newsDetailsEntry(path) ?? noticeDetailsEntry(path)

const loadShellSession = async (): Promise<ShellSession> => {
  const [{ version, info, grants }] = await Promise.all([
    readSession(),
    loadListSettings(queryClient.ensureQueryData(loginInfoQuery).then(({ id }) => id)),
    // Never fails: without preferences the defaults apply.
    queryClient.prefetchQuery(preferencesQuery),
  ])
  return { info, version, ...readGrantedPages(grants, info) }
}

let loaded: Promise<ShellSession> | undefined

/** Loads the signed-in user and their grants once, on the first navigation after sign-in. */
export const loadSession = (): Promise<ShellSession> => {
  loaded ??= loadShellSession().catch((error) => {
    loaded = undefined
    throw new SessionLoadError(error)
  })
  return loaded
}

/** Shows that the user may not open this page, in its place. */
export const addRefusedPage = ({ pages }: ShellSession, path: string): void =>
  void pages.set(path, { ...toOwnEntry({ name: 'refused', path, title: t('无访问权限') }), keepAlive: false })

/** Replaces the grants of the session; later address lookups use the new one. */
export const withGrants = (session: ShellSession, grants: OwnGrants): ShellSession => {
  const renewed = { ...session, ...readGrantedPages(grants, session.info) }
  // A refused page opens once it is granted.
  for (const { path, component } of session.pages.values())
    if (component === refusedComponent && !renewed.pages.has(path)) addRefusedPage(renewed, path)
  applyGrants(grants, session.info)
  loaded = Promise.resolve(renewed)
  return renewed
}
