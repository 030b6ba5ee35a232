import { includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import type { FolderRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { loadFolders, pathsIn } from './use-folders.ts'

const most = 50
const pathText = (path: readonly FolderRow[]) => path.map(({ title }) => title).join(' / ')

/** Searches folders that the user may change, without the moved one and what lies below it. */
export const findFolders =
  (moved: string): Find =>
  async (keyword, chosen) => {
    const all = await loadFolders()
    const toPath = pathsIn(all)
    const typed = keyword.toLowerCase()
    return all
      .filter(
        ({ id, title, level }) =>
          id === chosen ||
          (includesLevel(level, 'edit') &&
            title.toLowerCase().includes(typed) &&
            toPath(id).every((above) => above.id !== moved)),
      )
      .slice(0, most)
      .map(({ id }) => ({ value: id, label: pathText(toPath(id)) }))
  }
/** Loads the folders below one, or at the top, without the moved one. */
export const loadBelow = (moved: string) => async (parent: string | undefined) => {
  const all = await loadFolders()
  const above = new Set(all.map(({ parentId }) => parentId))
  return all
    .filter(({ id, parentId }) => (parentId ?? undefined) === parent && id !== moved)
    .map(({ id, title }) => ({ value: id, label: title, isLeaf: !above.has(id) }))
}
