import { type loginInfo, sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { listSettingsQuery } from '../features/list-views/list-settings.ts'
import { setGranted } from '../kernel/access/granted-modules.ts'
import { CallError } from '../kernel/api/call-error.ts'
import { expectCompany } from '../kernel/api/expected-company.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { readQuery } from '../kernel/api/use-endpoint.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { tagsQuery } from './api-calls.ts'
import { findEntry, type MenuEntry, type PageEntry, readMenus, readPages } from './menu-tree.ts'
import { paths } from './paths.ts'

export type LoginInfo = z.output<typeof loginInfo>
export type ShellSession = {
  info: LoginInfo
  version: string
  menus: MenuEntry[]
  pages: ReadonlyMap<string, PageEntry>
  /** Where whoever wanted nothing else lands after signing in. */
  home: string
  grantVersion: string
}
type Grants = ReplyOf<typeof sessionContract.grants>

/** The shell could not learn who is signed in and what he may open. */
export class SessionLoadError extends Error {
  readonly code: number | undefined

  constructor(cause: unknown) {
    super('The session could not be loaded', { cause })
    this.name = 'SessionLoadError'
    this.code = cause instanceof CallError ? cause.code : undefined
  }
}

const usual = { keepAlive: true, affix: false }
/** The pages everybody has at home and no menu grants. Their components have names that no file and no menu of ours has. */
export const dashboardEntry: PageEntry = {
  path: paths.dashboard,
  title: '工作台',
  component: ':dashboard',
  crumbs: [],
  trail: [],
  ...usual,
}
/** A page that everybody has for himself. */
const ownEntry = (name: string, title: string): PageEntry => ({
  path: paths.menu(['user', name]),
  title,
  component: `:${name}`,
  crumbs: [{ title }],
  trail: [],
  ...usual,
})
export const profileEntry = ownEntry('profile', '个人中心')
export const securityEntry = ownEntry('security', '安全设置')
export const requestsEntry = ownEntry('requests', '我的权限申请')
export const reviewsEntry = ownEntry('reviews', '我的复核')

const forever = { staleTime: Number.POSITIVE_INFINITY }
export const loginInfoQuery = readQuery(sessionContract.loginInfo, {}, forever)
export const grantsQuery = readQuery(sessionContract.grants, {}, forever)

const openedBy = ({ menus: nodes, home, grantVersion }: Grants, { act }: LoginInfo) => {
  const menus = readMenus(nodes)
  const own = act ? [] : [profileEntry, securityEntry, requestsEntry, reviewsEntry]
  // The last of two with one address wins: no menu can stand in for these.
  const pages = [...readPages(menus), dashboardEntry, ...own]
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const landing = home === null ? undefined : findEntry(menus, home)
  return {
    menus,
    pages: byPath,
    home: landing && byPath.has(landing.path) ? landing.to : paths.dashboard,
    grantVersion,
  }
}

/** A visit in order to look leaves out whatever changes something. */
const grantedIn = ({ modules, fields }: Grants, { act }: LoginInfo) => ({
  modules,
  fields,
  visits: act !== null,
  looksOnly: act?.mode === 'view',
})

const read = async (): Promise<ShellSession> => {
  const [tags, info, grants] = await Promise.all([
    queryClient.ensureQueryData(tagsQuery),
    queryClient.ensureQueryData(loginInfoQuery),
    queryClient.ensureQueryData(grantsQuery),
    // Without it the lists stand as they came.
    queryClient.prefetchQuery(listSettingsQuery),
  ])
  expectCompany(info.company)
  setGranted(grantedIn(grants, info))
  setTimeZone(info.timeZone)
  return { info, version: tags.version, ...openedBy(grants, info) }
}

let loaded: Promise<ShellSession> | undefined

/** Who is signed in and what he may open; asked once, on the first navigation after sign-in (spec §4). */
export const loadSession = (): Promise<ShellSession> => {
  loaded ??= read().catch((error) => {
    loaded = undefined
    throw new SessionLoadError(error)
  })
  return loaded
}

/** The same session with grants that were read again; from now on it is the one that addresses are looked up in. */
export const regranted = (session: ShellSession, grants: Grants): ShellSession => {
  const renewed = { ...session, ...openedBy(grants, session.info) }
  setGranted(grantedIn(grants, session.info))
  loaded = Promise.resolve(renewed)
  return renewed
}
