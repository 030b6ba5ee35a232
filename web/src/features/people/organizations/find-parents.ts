import { findOrganizations, isActive } from './public/find-organizations.ts'

/** Searches active organisations to move something to; the chosen one is always included. `without`: left out. */
export const findParents = (without?: string) => findOrganizations((row) => isActive(row) && row.value !== without)
