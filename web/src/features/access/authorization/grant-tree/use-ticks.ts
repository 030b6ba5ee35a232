import { useDeferredValue } from 'react'
import { useStore } from 'zustand'
import type { GrantTicks } from '../public/grant-tree/grant-rights.ts'
import type { TickStore } from '../public/grant-tree/tree-ticks.ts'

/** The ticks of a tree as a whole, deferred: a tick is drawn before what follows from it. */
export const useTicks = (store: TickStore): GrantTicks => ({
  menus: useDeferredValue(useStore(store, (now) => now.menus)),
  elems: useDeferredValue(useStore(store, (now) => now.elems)),
})
