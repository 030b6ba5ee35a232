import { create } from 'zustand'

type Modules = Readonly<Record<string, readonly string[]>>

/** What the signed-in person may do: module code → operations (spec §6). Nothing until the grants are loaded. */
export const useGrantedModules = create<{ modules: Modules }>(() => ({ modules: {} }))

/** Replaces the grants, when they have been loaded. */
export const setGrantedModules = (modules: Modules): void => useGrantedModules.setState({ modules })
