import { leaveTo } from './leave-to.ts'
import { readStored, writeStored } from './storage.ts'

const name = 'atrium.provider-trip'

/** Leaves for another site, and keeps the page that is left, to return to it. Settles as `leaveTo` does. */
export const leaveToReturn = (url: string): Promise<void> => {
  writeStored('session', name, location.pathname + location.search)
  return leaveTo(url)
}

/** Path and query of the page that was left in this tab; empty without one. */
export const pageLeft = (): string => readStored('session', name) ?? ''
