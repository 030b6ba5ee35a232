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
}

const opensPage = ({ kind }: StoredMenu) => kind === 'menu' || kind === 'iframe'

/** Pages of active menus. */
const listPages = async (db: Db, { listRequiredElements }: ProductMenus): Promise<Page[]> => {
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
      },
    ]
  })
}

/** Finds pages of the console. */
export const createPages = (productMenus: ProductMenus) => ({
  at: async (db: Db, path: string): Promise<Page | undefined> =>
    (await listPages(db, productMenus)).find((page) => page.path === path),

  /** The page of a menu; null if none is given or it opens no page. */
  ofMenu: async (db: Db, menuId: string | null): Promise<Page | null> =>
    menuId === null ? null : ((await listPages(db, productMenus)).find(({ id }) => id === menuId) ?? null),
})
export type Pages = ReturnType<typeof createPages>
