import { type ObjectList, splitObjectPath } from '@atrium/contract/features/access/menus/object-pages.ts'
import { t } from '../ui/texts.ts'
import type { PageEntry } from './menu-tree.ts'

/** Titles of the pages of rows, by the component of their list, until the name of the row is known. */
const titles: Readonly<Record<ObjectList, string>> = {
  'sys/users': t('用户详情'),
  'sys/companies': t('公司详情'),
  'sys/roles': t('角色详情'),
  'sys/orgs': t('组织详情'),
  'open/apps': t('应用详情'),
  'open/apis': t('开放接口详情'),
}
const isObjectList = (component: string): component is ObjectList => Object.hasOwn(titles, component)

/** The component of the page of a list's row. None can occur among files or menus. */
export const rowComponent = (list: ObjectList) => `:${list}` as const

/**
 * The page of one row, below its list and granted with it. Whether the row exists, and may be seen, is the server's
 * answer on the page.
 */
export const objectEntry = (path: string, pages: ReadonlyMap<string, PageEntry>): PageEntry | undefined => {
  const split = splitObjectPath(path)
  const list = split && pages.get(split.list)
  if (!list || !isObjectList(list.component)) return undefined
  const title = titles[list.component]
  const crumbs = [...list.crumbs.slice(0, -1), { title: list.title, path: list.path }, { title }]
  return { ...list, path, title, component: rowComponent(list.component), crumbs, affix: false }
}
