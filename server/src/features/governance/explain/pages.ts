import { splitObjectPath } from '@atrium/contract/features/access/menus/object-pages.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { ProductMenus } from '../../access/authorization/index.ts'
import { createForest, menus, type StoredMenu } from '../../access/menus/index.ts'

/**
 * A page of the console: its menu with all ancestors, its own required elements, and those of each ancestor, any one of
 * each group.
 */
export type Page = {
  id: string
  name: string
  path: string
  menuIds: readonly string[]
  elements: readonly string[]
  ancestorElements: readonly (readonly string[])[]
  /** Whether the rows of its list have pages below it. */
  hasObjects: boolean
}

const opensPage = ({ kind }: StoredMenu) => kind === 'menu' || kind === 'iframe'

/** Components of the lists whose rows have pages. */
type Lists = ReadonlySet<string>
const listsWithObjects = ({ menus }: Pick<Catalogue, 'menus'>): Lists =>
  new Set(menus.flatMap((menu) => (menu.component !== undefined && menu.hasObjects ? menu.component : [])))

/** Pages of active menus. */
const listPages = async (db: Db, { listRequiredElements }: ProductMenus, lists: Lists): Promise<Page[]> => {
  const forest = createForest(await menus.all(db))
  return forest.ordered().flatMap((menu) => {
    const menuPath = forest.withAncestors(menu) ?? []
    if (!opensPage(menu) || menuPath.some(({ status }) => status !== 1)) return []
    const { id, name } = menu
    // Requirements of product pages do not apply to menus below them.
    const ancestorElements = menuPath
      .slice(1)
      .flatMap(({ elems }) => (elems.length > 0 ? [elems.map(({ code }) => code)] : []))
    const path = `/web/${forest.toPath(menu)}`
    return [
      {
        id,
        name,
        path,
        menuIds: menuPath.map((each) => each.id),
        elements: listRequiredElements(menu),
        ancestorElements,
        hasObjects: lists.has(String(menu.metadata.component ?? '')),
      },
    ]
  })
}

/** Finds pages of the console. */
export const createPages = (productMenus: ProductMenus, catalogue: Pick<Catalogue, 'menus'>) => {
  const lists = listsWithObjects(catalogue)
  return {
    /** The page of an address; that of a row is granted with the page of its list. */
    at: async (db: Db, path: string): Promise<Page | undefined> => {
      const pages = await listPages(db, productMenus, lists)
      const list = splitObjectPath(path)?.list
      return pages.find((page) => page.path === path || (page.hasObjects && page.path === list))
    },

    /** The page of a menu; null if none is given or it opens no page. */
    ofMenu: async (db: Db, menuId: string | null): Promise<Page | null> =>
      menuId === null ? null : ((await listPages(db, productMenus, lists)).find(({ id }) => id === menuId) ?? null),
  }
}
export type Pages = ReturnType<typeof createPages>
