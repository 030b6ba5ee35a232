import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { create } from 'zustand'

/**
 * What the signed-in person may do: module code → operations (spec §6), what is kept from him, whether he acts in another
 * company than his own, and whether he is there to look and no more.
 */
export type Granted = {
  modules: Readonly<Record<string, readonly string[]>>
  fields: Restrictions
  visits: boolean
  looksOnly: boolean
}

/** The grants; nothing until they are loaded. */
export const useGrantedModules = create<Granted>(() => ({ modules: {}, fields: {}, visits: false, looksOnly: false }))

/** Replaces the grants, when they have been loaded. */
export const setGranted = (granted: Granted): void => useGrantedModules.setState(granted)
