import type { Db } from '../../kernel/db/database.ts'
import { elementOfPage } from '../access/index.ts'
import { createForest, menus, type StoredMenu } from '../menus/index.ts'

/** A page of the console: the menu that opens it with all above it, and the element its rows are read with, if it has one. */
export type Page = { id: string; name: string; path: string; line: readonly string[]; element: string | null }

const opensPage = ({ kind }: StoredMenu) => kind === 'menu' || kind === 'iframe'

/** The pages that menus in use open. */
const pagesOf = async (db: Db): Promise<Page[]> => {
  const forest = createForest(await menus.all(db))
  return forest.ordered().flatMap((menu) => {
    const line = forest.line(menu) ?? []
    if (!opensPage(menu) || line.some(({ status }) => status !== 1)) return []
    const { id, name, metadata } = menu
    const element = elementOfPage(String(metadata.component ?? ''))
    return [{ id, name, path: `/web/${forest.pathOf(menu)}`, line: line.map((each) => each.id), element }]
  })
}

export const pageAt = async (db: Db, path: string): Promise<Page | undefined> =>
  (await pagesOf(db)).find((page) => page.path === path)

/** The page of a menu; null where none is asked about, or the menu opens none any more. */
export const pageOfMenu = async (db: Db, menuId: string | null): Promise<Page | null> =>
  menuId === null ? null : ((await pagesOf(db)).find(({ id }) => id === menuId) ?? null)
