import { createStore, type StoreApi } from 'zustand'
import { type Branch, toBranch, withBranches } from './branches.ts'
import { type GrantTicks, isGranted, isUngrantable } from './grant-rights.ts'

/** What the tree shows: everything, what is granted, unsaved changes, or the restrictions of fields. */
export type TreeFilter = 'all' | 'granted' | 'changed' | 'fields'
type View = {
  search: string
  filter: TreeFilter
  /** Ids that the filter accepts, as of when it was chosen: rows stay while they are ticked. Undefined: all. */
  accepted: ReadonlySet<string> | undefined
  showsUngrantable: boolean
  /** Branches the user opened or closed; the others are open if something below is granted. */
  opened: ReadonlyMap<string, boolean>
  /** Key of the row in the tab order. */
  current: string | undefined
  /** Key of a row to focus, once it is shown. */
  target: string | undefined
}
export type TreeView = View & { set: (part: Partial<View>) => void }
export type TreeViewStore = StoreApi<TreeView>

const initial: View = {
  search: '',
  filter: 'all',
  accepted: undefined,
  showsUngrantable: false,
  opened: new Map(),
  current: undefined,
  target: undefined,
}
/** What a tree shows, apart from its ticks. */
export const createTreeView = (): TreeViewStore => createStore<TreeView>()((set) => ({ ...initial, set }))

/** Ids of granted or changed rights, or of restricted fields. */
export const acceptedBy = (
  filter: TreeFilter,
  branches: readonly Branch[],
  ticks: GrantTicks,
  isReadOnly: boolean,
): ReadonlySet<string> | undefined => {
  const [menus, elements] = [branches.flatMap((each) => each.allMenus), branches.flatMap((each) => each.allElements)]
  const shown = isReadOnly ? undefined : ticks
  switch (filter) {
    case 'granted':
      return new Set([
        ...menus.filter((menu) => isGranted(shown, 'menus', menu)).map(({ id }) => id),
        ...elements.filter((element) => isGranted(shown, 'elems', element)).map(({ id }) => id),
      ])
    case 'changed':
      return new Set([...ticks.menus.changes.keys(), ...ticks.elems.changes.keys()])
    case 'fields':
      return new Set(elements.filter(({ effect }) => effect).map(({ id }) => id))
    default:
      return undefined
  }
}

type Shown = Pick<View, 'search' | 'accepted' | 'showsUngrantable'>
type Named = { id?: string; name: string; code?: string }

/** The branches that are shown: matches with their ancestors, and everything below a branch that matches itself. */
export const shownBranches = (branches: readonly Branch[], view: Shown): Branch[] => {
  const { search, accepted, showsUngrantable } = view
  const matches = ({ name, code = '' }: Named) =>
    search === '' || name.toLowerCase().includes(search) || code.toLowerCase().includes(search)
  const isShown = (right: Parameters<typeof isUngrantable>[0]) =>
    (accepted?.has(right.id) ?? true) && (showsUngrantable || !isUngrantable(right))
  return branches.flatMap((branch) => {
    const isMatch = matches(branch)
    const elements = branch.elements.filter((each) => isShown(each) && (isMatch || matches(each)))
    const below = shownBranches(branch.branches, isMatch ? { ...view, search: '' } : view)
    const isKept = isMatch && branch.menu !== undefined && isShown(branch.menu)
    return isKept || elements.length + below.length > 0 ? [toBranch({ ...branch, elements, branches: below })] : []
  })
}

type Arranged = Pick<View, 'search' | 'filter' | 'opened'>

/** Whether a branch is open; undefined if nothing is below it. */
export const isOpen = ({ search, filter, opened }: Arranged, branch: Branch): boolean | undefined => {
  const { key, branches, elements } = branch
  if (branches.length + elements.length === 0) return undefined
  if (search !== '' || filter !== 'all') return true
  return opened.get(key) ?? (branches.length > 0 || elements.some(({ checked }) => checked))
}

/** Branches in the order of the screen: those whose ancestors are open. */
export const openBranches = (branches: readonly Branch[], view: Arranged): Branch[] =>
  branches.flatMap((branch) => [branch, ...(isOpen(view, branch) ? openBranches(branch.branches, view) : [])])

/** Shows and focuses a row, whatever is searched, filtered or closed now. */
export const locate = (view: TreeViewStore, tree: readonly Branch[], key: string): void => {
  const all = tree.flatMap(withBranches)
  const listLine = (branch: Branch | undefined): Branch[] =>
    branch ? [branch, ...listLine(all.find((each) => each.key === branch.parent))] : []
  const line = listLine(all.find((each) => each.key === key || key.startsWith(`${each.key}/`)))
  const { opened, set } = view.getState()
  set({
    search: '',
    filter: 'all',
    accepted: undefined,
    target: key,
    current: key,
    opened: new Map([...opened, ...line.map((each) => [each.key, true] as const)]),
  })
}
