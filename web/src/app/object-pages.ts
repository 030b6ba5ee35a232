import { splitObjectPath } from '@atrium/contract/features/access/menus/object-pages.ts'
import { t } from '../ui/texts.ts'
import { installedModules } from './installed-modules.ts'
import type { PageEntry } from './menu-tree.ts'
import type { WebModule } from './module.ts'

/** Titles of the pages of rows, by the component of their list, until the name of the row is known. */
const titles: Readonly<Record<string, string>> = {
  'sys/users': t('用户详情'),
  'sys/companies': t('公司详情'),
  'sys/roles': t('角色详情'),
  'sys/orgs': t('组织详情'),
  'open/apps': t('应用详情'),
  'open/apis': t('开放接口详情'),
}
/** Pages of modules' rows, by the component of their list. */
const moduleObjects: NonNullable<WebModule['objects']> = Object.assign(
  {},
  ...installedModules.map(({ objects }: WebModule) => objects),
)
const titleOf = (list: string): string | undefined =>
  Object.hasOwn(titles, list) ? titles[list] : moduleObjects[list]?.title

/** The component of the page of a list's row. None can occur among files or menus. */
export const rowComponent = <L extends string>(list: L) => `:${list}` as const
/** The loader of the page of a row of a module. */
export const findObjectView = (component: string) => moduleObjects[component.slice(1)]?.load

/**
 * The page of one row, below its list and granted with it. Whether the row exists, and may be seen, is the server's
 * answer on the page.
 */
export const objectEntry = (path: string, pages: ReadonlyMap<string, PageEntry>): PageEntry | undefined => {
  const split = splitObjectPath(path)
  const list = split && pages.get(split.list)
  const title = list && titleOf(list.component)
  if (!list || title === undefined) return undefined
  const crumbs = [...list.crumbs.slice(0, -1), { title: list.title, path: list.path }, { title }]
  return { ...list, path, title, component: rowComponent(list.component), crumbs, affix: false }
}
