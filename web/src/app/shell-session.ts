import { type loginInfo, sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type * as z from 'zod/mini'
import { setGrantedModules } from '../kernel/access/granted-modules.ts'
import { CallError } from '../kernel/api/call-error.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { readQuery } from '../kernel/api/use-endpoint.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { tagsQuery } from './api-calls.ts'
import { type MenuEntry, type PageEntry, readMenus, readPages } from './menu-tree.ts'
import { paths } from './paths.ts'

export type LoginInfo = z.output<typeof loginInfo>
export type ShellSession = {
  info: LoginInfo
  version: string
  menus: MenuEntry[]
  pages: ReadonlyMap<string, PageEntry>
}

/** The shell could not learn who is signed in and what he may open. */
export class SessionLoadError extends Error {
  readonly code: number | undefined

  constructor(cause: unknown) {
    super('The session could not be loaded', { cause })
    this.name = 'SessionLoadError'
    this.code = cause instanceof CallError ? cause.code : undefined
  }
}

/** The pages everybody has and no menu grants. Their components have names that no file and no menu of ours has. */
export const dashboardEntry: PageEntry = {
  path: paths.dashboard,
  title: '工作台',
  component: ':dashboard',
  crumbs: [],
  trail: [],
}
export const profileEntry: PageEntry = {
  path: paths.menu(['user', 'profile']),
  title: '个人中心',
  component: ':profile',
  crumbs: [{ title: '个人中心' }],
  trail: [],
}
export const securityEntry: PageEntry = {
  path: paths.menu(['user', 'security']),
  title: '安全设置',
  component: ':security',
  crumbs: [{ title: '安全设置' }],
  trail: [],
}

const forever = { staleTime: Number.POSITIVE_INFINITY }
export const loginInfoQuery = readQuery(sessionContract.loginInfo, {}, forever)
export const grantsQuery = readQuery(sessionContract.grants, {}, forever)

const read = async (): Promise<ShellSession> => {
  const [tags, info, grants] = await Promise.all([
    queryClient.ensureQueryData(tagsQuery),
    queryClient.ensureQueryData(loginInfoQuery),
    queryClient.ensureQueryData(grantsQuery),
  ])
  setGrantedModules(grants.modules)
  setTimeZone(info.timeZone)
  const menus = readMenus(grants.menus)
  // The last of two with one address wins: no menu can stand in for these.
  const pages = [...readPages(menus), dashboardEntry, profileEntry, securityEntry]
  return { info, version: tags.version, menus, pages: new Map(pages.map((page) => [page.path, page])) }
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

let renewed = false

/** Reads menus and rights again while the person stays signed in. Out: the session as it is now. */
export const reloadGrants = async (): Promise<ShellSession> => {
  await queryClient.fetchQuery({ ...grantsQuery, staleTime: 0 })
  loaded = undefined
  const session = await loadSession()
  renewed = true
  return session
}

/** Whether the shell has yet to take over a session that was read again. */
export const isSessionRenewed = (): boolean => renewed
/** The shell has taken it over. */
export const takeSession = (): Promise<ShellSession> => {
  renewed = false
  return loadSession()
}
