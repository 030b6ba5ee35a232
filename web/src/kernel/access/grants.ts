import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { create } from 'zustand'

/**
 * Rights of the signed-in user: operations by module code, field restrictions, whether they are acting in another
 * company, and whether they can only read there.
 */
export type Granted = {
  modules: Readonly<Record<string, readonly string[]>>
  fields: Restrictions
  /** Entities with custom fields, and what changes with these. */
  custom: Readonly<Record<string, string>>
  isActing: boolean
  isReadOnly: boolean
}

/** The grants; empty until loaded. */
export const useGrants = create<Granted>(() => ({
  modules: {},
  fields: {},
  custom: {},
  isActing: false,
  isReadOnly: false,
}))

/** Replaces the grants. */
export const setGrants = (granted: Granted): void => useGrants.setState(granted)
