import { type Branch, keyOfElement, withBranches } from '../public/grant-tree/branches.ts'
import { isUnlocked } from '../public/grant-tree/grant-rights.ts'
import { isTicked } from '../public/grant-tree/ticks.ts'
import { lockOfBox, type TickStore, toggleBelow, toggleBox } from '../public/grant-tree/tree-ticks.ts'

/** A branch or one of its elements. */
type TreeRow = { branch: Branch; element: Branch['elements'][number] | undefined }

/** Menus above a branch. */
const ancestorMenus = (branches: readonly Branch[], { parent }: Branch): NonNullable<Branch['menu']>[] => {
  const above = branches.flatMap(withBranches).find(({ key }) => key === parent)
  return above ? [...ancestorMenus(branches, above), ...(above.menu ? [above.menu] : [])] : []
}

/** The row of a key among open branches. */
export const findRow = (rows: readonly Branch[], key: string | undefined): TreeRow | undefined => {
  const branch = rows.find((each) => key === each.key || key?.startsWith(`${each.key}/`))
  const element = branch?.elements.find(({ id }) => keyOfElement(branch.key, id) === key)
  return branch && (element || key === branch.key) ? { branch, element } : undefined
}

/** Ticks a row, or everything below it. Takes the complete tree, of which search may hide a part. */
export const tickRow = (
  store: TickStore,
  branches: readonly Branch[],
  { branch, element }: TreeRow,
  isBelow: boolean,
): void => {
  if (element) {
    const { elems, tick } = store.getState()
    if (isUnlocked(element)) tick('elems', [element.id], !isTicked(elems, element.id))
    return
  }
  if (isBelow) toggleBelow(store, branch, ancestorMenus(branches, branch))
  else if (lockOfBox(branch) === undefined) toggleBox(store, branch, ancestorMenus(branches, branch))
}
