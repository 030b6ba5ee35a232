import { type loginInfo, sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { loadListSettings } from '../features/communication/list-views/kept-list-settings.ts'
import { preferencesQuery } from '../features/communication/preferences/preferences.ts'
import { setGrants } from '../kernel/access/grants.ts'
import { expectCompany } from '../kernel/api/expected-company.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { readQuery } from '../kernel/api/use-read.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { tagsQuery } from './api-calls.ts'
import { findEntry, type MenuEntry, type PageEntry, readMenus, readPages } from './menu-tree.ts'
import { PageMap } from './page-map.ts'
import { paths } from './paths.ts'
import { SessionLoadError } from './session-load-error.ts'

export type LoginInfo = z.output<typeof loginInfo>
export type ShellSession = {
  info: LoginInfo
  version: string
  menus: MenuEntry[]
  pages: ReadonlyMap<string, PageEntry>
  /** Landing page after sign-in, unless another was requested. */
  home: string
  grantVersion: string
}
type Grants = ReplyOf<typeof sessionContract.grants>

const defaultPageOptions = { keepAlive: true, affix: false }
/** Own pages of every user, granted by no menu. Their component names cannot occur among files or menus. */
export const dashboardEntry: PageEntry = {
  path: paths.dashboard,
  title: '工作台',
  component: ':dashboard',
  crumbs: [],
  menuIds: [],
  ...defaultPageOptions,
}
/** An own page of every user. */
const ownEntry = (name: string, title: string): PageEntry => ({
  path: paths.menu(['user', name]),
  title,
  component: `:${name}`,
  crumbs: [{ title }],
  menuIds: [],
  ...defaultPageOptions,
})
export const profileEntry = ownEntry('profile', '个人中心')
export const securityEntry = ownEntry('security', '安全设置')
export const requestsEntry = ownEntry('requests', '我的权限申请')
export const reviewsEntry = ownEntry('reviews', '我的复核')
/** Hidden from the menu, as the specification has it. */
export const appsEntry: PageEntry = { ...ownEntry('apps', '我的应用'), path: paths.menu(['frontUserApplication']) }
export const newsEntry: PageEntry = { ...ownEntry('news', '我的公告'), path: paths.news }
export const newsDetailsComponent = ':news-details'

const forever = { staleTime: Number.POSITIVE_INFINITY }
export const loginInfoQuery = readQuery(sessionContract.loginInfo, {}, forever)
export const grantsQuery = readQuery(sessionContract.grants, {}, forever)

const readGrantedPages = ({ menus: nodes, home, grantVersion }: Grants, { act }: LoginInfo) => {
  const menus = readMenus(nodes)
  const own = act ? [] : [profileEntry, securityEntry, requestsEntry, reviewsEntry, appsEntry, newsEntry]
  // For equal paths the last one wins: menus cannot replace these pages.
  const pages = [...readPages(menus), dashboardEntry, ...own]
  const byPath = new PageMap(pages, act ? undefined : newsDetailsEntry)
  const landing = home === null ? undefined : findEntry(menus, home)
  return {
    menus,
    pages: byPath,
    home: landing && byPath.has(landing.path) ? landing.to : paths.dashboard,
    grantVersion,
  }
}

/** A notice has an address of its own below its page. */
const newsAddress = new RegExp(`^${paths.news}/[0-9a-f-]{36}$`)
const newsDetailsEntry = (path: string): PageEntry | undefined =>
  newsAddress.test(path)
    ? {
        ...{ path, title: '公告详情', component: newsDetailsComponent, menuIds: [], ...defaultPageOptions },
        crumbs: [{ title: newsEntry.title, path: newsEntry.path }, { title: '公告详情' }],
      }
    : undefined

/** A read-only visit excludes calls that change data. */
const toGrants = ({ modules, fields }: Grants, { act }: LoginInfo) => ({
  modules,
  fields,
  isActing: act !== null,
  isReadOnly: act?.mode === 'view',
})

const readSession = async (): Promise<ShellSession> => {
  const reading = queryClient.ensureQueryData(loginInfoQuery)
  const [tags, info, grants] = await Promise.all([
    queryClient.ensureQueryData(tagsQuery),
    reading,
    queryClient.ensureQueryData(grantsQuery),
    loadListSettings(reading.then(({ id }) => id)),
    // Never fails: without preferences the defaults apply.
    queryClient.prefetchQuery(preferencesQuery),
  ])
  expectCompany(info.company)
  setGrants(toGrants(grants, info))
  setTimeZone(info.timeZone)
  return { info, version: tags.version, ...readGrantedPages(grants, info) }
}

let loaded: Promise<ShellSession> | undefined

/** Loads the signed-in user and their grants once, on the first navigation after sign-in. */
export const loadSession = (): Promise<ShellSession> => {
  loaded ??= readSession().catch((error) => {
    loaded = undefined
    throw new SessionLoadError(error)
  })
  return loaded
}

/** Replaces the grants of the session; later address lookups use the new one. */
export const withGrants = (session: ShellSession, grants: Grants): ShellSession => {
  const renewed = { ...session, ...readGrantedPages(grants, session.info) }
  setGrants(toGrants(grants, session.info))
  loaded = Promise.resolve(renewed)
  return renewed
}
