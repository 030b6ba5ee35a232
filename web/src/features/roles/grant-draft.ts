import type { DataRule, DataScope } from '@atrium/contract/features/roles/data-rules.ts'
import type { RoleGrants, RoleGrantsWrite } from '@atrium/contract/features/roles/roles.contract.ts'
import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { isTicked, onNewerBase, storedTicks, type Ticks, tickedIds, withTicks } from './ticks.ts'

type Rest = { dataScope: DataScope; dataOrgIds: string[]; rules: DataRule[]; home: string | null }
type Kind = 'menus' | 'elems' | 'assignable'
type Draft = Record<Kind, Ticks> & {
  stored: RoleGrants
  /** What is chosen instead of what is stored. */
  chosen: Partial<Rest>
}
type DraftStore = Draft & {
  tick: (kind: Kind, ids: readonly string[], on: boolean) => void
  choose: (part: Partial<Rest>) => void
  undo: () => void
  /** Takes over what is stored now; the changes stay. */
  rebase: (stored: RoleGrants) => void
}

const begin = (stored: RoleGrants): Draft => ({
  stored,
  menus: storedTicks(stored.menus),
  elems: storedTicks(stored.elems),
  assignable: storedTicks(stored.assignable),
  chosen: {},
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const differing = (chosen: Partial<Rest>, stored: RoleGrants): Partial<Rest> =>
  Object.fromEntries(Object.entries(chosen).filter(([field, value]) => !isSame(value, stored[field as keyof Rest])))

/** The changes somebody is about to make to what a role grants. Every cell listens for itself: one tick draws one cell. */
export const createGrantDraft = (stored: RoleGrants): StoreApi<DraftStore> =>
  createStore<DraftStore>()((set) => ({
    ...begin(stored),
    tick: (kind, ids, on) => set((draft) => ({ [kind]: withTicks(draft[kind], ids, on) })),
    choose: (part) => set(({ chosen, stored }) => ({ chosen: differing({ ...chosen, ...part }, stored) })),
    undo: () => set(({ stored }) => begin(stored)),
    rebase: (next) =>
      set(({ menus, elems, assignable, chosen }) => ({
        stored: next,
        menus: onNewerBase(menus, next.menus),
        elems: onNewerBase(elems, next.elems),
        assignable: onNewerBase(assignable, next.assignable),
        chosen: differing(chosen, next),
      })),
  }))

/** Drafts by role: whoever looks at another role in between finds his changes again. */
export type GrantDrafts = Map<string, StoreApi<DraftStore>>

/** The draft of a role: the one that was begun, or a new one. */
export const draftIn = (drafts: GrantDrafts, id: string, stored: RoleGrants): StoreApi<DraftStore> => {
  const draft = drafts.get(id) ?? createGrantDraft(stored)
  drafts.set(id, draft)
  return draft
}

/** How many things would change. */
export const changesIn = ({ menus, elems, assignable, chosen }: Draft): number =>
  menus.changes.size + elems.changes.size + assignable.changes.size + Object.keys(chosen).length

/** The whole as it is sent. */
export const grantsOf = ({ stored, menus, elems, assignable, chosen }: Draft): RoleGrantsWrite => ({
  ...stored,
  ...chosen,
  menus: tickedIds(menus),
  elems: tickedIds(elems),
  assignable: tickedIds(assignable),
})

export const GrantDraftContext = createContext<StoreApi<DraftStore> | undefined>(undefined)

/** The draft of the panel around this component. */
export const useGrantDraft = (): StoreApi<DraftStore> => {
  const draft = useContext(GrantDraftContext)
  if (!draft) throw new Error('useGrantDraft is called outside a role panel')
  return draft
}
export const useDraftValue = <T>(select: (draft: DraftStore) => T): T => useStore(useGrantDraft(), select)
export const useTicked = (kind: Kind, id: string): boolean => useDraftValue((draft) => isTicked(draft[kind], id))

/** What is chosen now, or else stored. */
export const chosenOr =
  <F extends keyof Rest>(field: F) =>
  ({ chosen, stored }: Draft): Rest[F] =>
    // A choice of nothing is a choice: null stands for no home page.
    (field in chosen ? chosen[field] : stored[field]) as Rest[F]
