import type { Db } from '../../kernel/db/database.ts'
import { needsOf } from '../access/index.ts'
import { createForest, menus, type StoredMenu } from '../menus/index.ts'

/**
 * A page of the console: the menu that opens it with all above it, the elements one of which it needs, if any, and those that
 * what is above it needs, one of each.
 */
export type Page = {
  id: string
  name: string
  path: string
  line: readonly string[]
  elements: readonly string[]
  above: readonly (readonly string[])[]
}

const opensPage = ({ kind }: StoredMenu) => kind === 'menu' || kind === 'iframe'

/** The pages that menus in use open. */
const pagesOf = async (db: Db): Promise<Page[]> => {
  const forest = createForest(await menus.all(db))
  return forest.ordered().flatMap((menu) => {
    const line = forest.line(menu) ?? []
    if (!opensPage(menu) || line.some(({ status }) => status !== 1)) return []
    const { id, name } = menu
    // What the product's own pages need keeps nobody from what stands below them.
    const above = line.slice(1).flatMap(({ elems }) => (elems.length > 0 ? [elems.map(({ code }) => code)] : []))
    const path = `/web/${forest.pathOf(menu)}`
    return [{ id, name, path, line: line.map((each) => each.id), elements: needsOf(menu), above }]
  })
}

export const pageAt = async (db: Db, path: string): Promise<Page | undefined> =>
  (await pagesOf(db)).find((page) => page.path === path)

/** The page of a menu; null where none is asked about, or the menu opens none any more. */
export const pageOfMenu = async (db: Db, menuId: string | null): Promise<Page | null> =>
  menuId === null ? null : ((await pagesOf(db)).find(({ id }) => id === menuId) ?? null)
