import type { DataRule, DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { RoleGrants, RoleGrantsWrite } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import {
  rebaseTicks,
  storedTicks,
  type Ticks,
  tickedIds,
  withTicks,
} from '../../access/authorization/public/grant-tree/ticks.ts'

type OtherGrants = { dataScope: DataScope; dataOrgIds: string[]; rules: DataRule[]; home: string | null }
type TickKind = 'menus' | 'elems' | 'assignable'
type Draft = Record<TickKind, Ticks> & {
  stored: RoleGrants
  /** Chosen values that differ from the stored ones. */
  chosen: Partial<OtherGrants>
}
type DraftStore = Draft & {
  tick: (kind: TickKind, ids: readonly string[], on: boolean) => void
  choose: (part: Partial<OtherGrants>) => void
  undo: () => void
  /** Replaces the stored grants and keeps the changes. */
  rebase: (stored: RoleGrants) => void
}

const emptyDraft = (stored: RoleGrants): Draft => ({
  stored,
  menus: storedTicks(stored.menus),
  elems: storedTicks(stored.elems),
  assignable: storedTicks(stored.assignable),
  chosen: {},
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const changedValues = (chosen: Partial<OtherGrants>, stored: RoleGrants): Partial<OtherGrants> =>
  Object.fromEntries(
    Object.entries(chosen).filter(([field, value]) => !isSame(value, stored[field as keyof OtherGrants])),
  )

/** Unsaved changes to a role's grants. Cells subscribe separately, so that one tick redraws one cell. */
export const createGrantDraft = (stored: RoleGrants): StoreApi<DraftStore> =>
  createStore<DraftStore>()((set) => ({
    ...emptyDraft(stored),
    tick: (kind, ids, on) => set((draft) => ({ [kind]: withTicks(draft[kind], ids, on) })),
    choose: (part) => set(({ chosen, stored }) => ({ chosen: changedValues({ ...chosen, ...part }, stored) })),
    undo: () => set(({ stored }) => emptyDraft(stored)),
    rebase: (next) =>
      set(({ menus, elems, assignable, chosen }) => ({
        stored: next,
        menus: rebaseTicks(menus, next.menus),
        elems: rebaseTicks(elems, next.elems),
        assignable: rebaseTicks(assignable, next.assignable),
        chosen: changedValues(chosen, next),
      })),
  }))

/** Drafts by role, so that switching roles keeps unsaved changes. */
export type GrantDrafts = Map<string, StoreApi<DraftStore>>

/** The draft of a role, created if there is none. */
export const getOrCreateDraft = (drafts: GrantDrafts, id: string, stored: RoleGrants): StoreApi<DraftStore> => {
  const draft = drafts.get(id) ?? createGrantDraft(stored)
  drafts.set(id, draft)
  return draft
}

/** Number of unsaved changes. */
export const countChanges = ({ menus, elems, assignable, chosen }: Draft): number =>
  menus.changes.size + elems.changes.size + assignable.changes.size + Object.keys(chosen).length

/** Complete grants as sent to the server. */
export const toGrants = ({
  stored: { grantableScopes: _, ...stored },
  menus,
  elems,
  assignable,
  chosen,
}: Draft): RoleGrantsWrite => ({
  ...stored,
  ...chosen,
  menus: tickedIds(menus),
  elems: tickedIds(elems),
  assignable: tickedIds(assignable),
})

export const GrantDraftContext = createContext<StoreApi<DraftStore> | undefined>(undefined)

/** The draft of the enclosing panel. */
export const useGrantDraft = (): StoreApi<DraftStore> => {
  const draft = useContext(GrantDraftContext)
  if (!draft) throw new Error('useGrantDraft is called outside a role panel')
  return draft
}
export const useDraftValue = <T>(select: (draft: DraftStore) => T): T => useStore(useGrantDraft(), select)

/** The chosen value, or else the stored one. */
export const chosenOr =
  <F extends keyof OtherGrants>(field: F) =>
  ({ chosen, stored }: Draft): OtherGrants[F] =>
    // Null is a choice too: no home page.
    (field in chosen ? chosen[field] : stored[field]) as OtherGrants[F]
