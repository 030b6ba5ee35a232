import { t } from '../ui/texts.ts'
import type { MenuEntry, PageEntry } from './menu-tree.ts'
import {
  approvalsEntry,
  appsEntry,
  dashboardEntry,
  newsEntry,
  profileEntry,
  requestsEntry,
  reviewsEntry,
  securityEntry,
} from './shell-session.ts'

/** As ids of menus, which the user's open groups are kept by. */
const groupId = '00000000-0000-4000-8000-000000000001'

const toEntry = (
  { path, title, component }: Pick<PageEntry, 'path' | 'title' | 'component'>,
  { id = component, icon = '', children = [] }: Partial<MenuEntry>,
): MenuEntry => ({
  id,
  title,
  kind: children.length > 0 ? 'dir' : 'menu',
  icon,
  path,
  component,
  redirect: '',
  hidden: false,
  to: path,
  openMode: undefined,
  keepAlive: true,
  affix: false,
  activeMenu: '',
  badge: '',
  english: '',
  children,
})

const workbench = toEntry(dashboardEntry, { icon: 'house' })
const ownPages = [profileEntry, securityEntry, newsEntry, appsEntry, requestsEntry, approvalsEntry, reviewsEntry]

/**
 * What stands above the granted menus in everybody's sidebar: the workbench, and the user's own pages, as far as the
 * session has them: a visit has none.
 */
export const ownMenus = (pages: ReadonlyMap<string, PageEntry>): MenuEntry[] => {
  const children = ownPages.filter(({ path }) => pages.has(path)).map((page) => toEntry(page, {}))
  if (children.length === 0) return [workbench]
  const group = toEntry({ path: '', title: t('我的'), component: '' }, { id: groupId, icon: 'user', children })
  return [workbench, group]
}
