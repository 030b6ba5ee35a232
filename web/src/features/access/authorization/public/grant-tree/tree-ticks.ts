import { createStore, type StoreApi } from 'zustand'
import type { Branch } from './branches.ts'
import { type GrantKind, type GrantMenu, type GrantTicks, isGranted, isUnlocked, type Right } from './grant-rights.ts'
import { isTicked, storedTicks, withTicks } from './ticks.ts'

export type TriState = 'true' | 'false' | 'mixed'
type TickState = GrantTicks & { tick: (kind: GrantKind, ids: readonly string[], on: boolean) => void }
/** A store that holds ticks of menus and elements; it may hold more. */
export type TickStore = {
  getState: () => TickState
  getInitialState: () => TickState
  subscribe: (listener: (state: TickState, former: TickState) => void) => () => void
}

/**
 * A store of ticks alone.
 * @param granted the ids that are granted as stored
 */
export const createTickStore = (granted: { menus: readonly string[]; elems: readonly string[] }): StoreApi<TickState> =>
  createStore<TickState>()((set) => ({
    menus: storedTicks(granted.menus),
    elems: storedTicks(granted.elems),
    tick: (kind, ids, on) => set((state) => ({ [kind]: withTicks(state[kind], ids, on) })),
  }))

/** Number of granted elements of a branch. */
export const countGranted = (ticks: GrantTicks | undefined, { allElements }: Branch): number =>
  allElements.filter((element) => isGranted(ticks, 'elems', element)).length

/** State of a menu with those below: all are granted, some, or none. Of elements without a menu: theirs. */
export const toState = (ticks: GrantTicks | undefined, branch: Branch): TriState => {
  const { allMenus, allElements } = branch
  const [menus, elements] = [allMenus.filter((menu) => isGranted(ticks, 'menus', menu)), countGranted(ticks, branch)]
  if (allMenus.length > 0 ? menus.length === allMenus.length : elements === allElements.length) return 'true'
  return menus.length + elements > 0 ? 'mixed' : 'false'
}

const unlockedIds = (rights: readonly Right[]) => rights.filter(isUnlocked).map(({ id }) => id)

/** What the box of a branch ticks: its menus; of elements without a menu: the elements. */
const idsOfBox = ({ allMenus, allElements }: Branch): readonly [GrantKind, string[]] =>
  allMenus.length > 0 ? ['menus', unlockedIds(allMenus)] : ['elems', unlockedIds(allElements)]

/** Why the box of a branch can tick nothing; undefined if it can. */
export const lockOfBox = (branch: Branch): NonNullable<Right['locked']> | undefined => {
  const { menu, allElements } = branch
  return idsOfBox(branch)[1].length > 0 ? undefined : ((menu ?? allElements[0])?.locked ?? undefined)
}

/** Ticks the box of a branch, or unticks it where everything is ticked. `ancestors`: menus above, which a page needs. */
export const toggleBox = (store: TickStore, branch: Branch, ancestors: readonly GrantMenu[]): void => {
  const state = store.getState()
  const [kind, ids] = idsOfBox(branch)
  const isAll = ids.every((id) => isTicked(state[kind], id))
  state.tick(kind, isAll ? ids : [...ids, ...(kind === 'menus' ? unlockedIds(ancestors) : [])], !isAll)
}

/** Ids of everything below a branch that can be changed. */
const idsBelow = (branch: Branch) => ({
  menus: unlockedIds(branch.branches.flatMap(({ allMenus }) => allMenus)),
  elems: unlockedIds(branch.allElements),
})
/** Whether something below a branch can be changed. */
export const isChangeableBelow = (branch: Branch): boolean =>
  Object.values(idsBelow(branch)).some((ids) => ids.length > 0)
/** Whether everything below a branch that can be changed is ticked. */
export const isAllBelow = (ticks: GrantTicks, branch: Branch): boolean => {
  const { menus, elems } = idsBelow(branch)
  return menus.every((id) => isTicked(ticks.menus, id)) && elems.every((id) => isTicked(ticks.elems, id))
}
/** Ticks everything below a branch together with its own menu and those above, or unticks everything below it. */
export const toggleBelow = (store: TickStore, branch: Branch, ancestors: readonly GrantMenu[]): void => {
  const { menus, elems } = idsBelow(branch)
  const isAll = isAllBelow(store.getState(), branch)
  const own = isAll ? [] : unlockedIds([...ancestors, ...(branch.menu ? [branch.menu] : [])])
  store.getState().tick('menus', [...menus, ...own], !isAll)
  store.getState().tick('elems', elems, !isAll)
}

/** Whether the page of a branch is granted without any of the elements it needs. */
export const isBarePage = (ticks: GrantTicks | undefined, { menu, needed }: Branch): boolean =>
  menu !== undefined &&
  needed.length > 0 &&
  isGranted(ticks, 'menus', menu) &&
  !needed.some((element) => isGranted(ticks, 'elems', element))
