import { leaveTo } from '../../kernel/page/leave-to.ts'
import { readStored, writeStored } from '../../kernel/page/storage.ts'

const name = 'atrium.provider-trip'

/** Leaves for an identity provider, and keeps the page that is left. Settles as `leaveTo` does. */
export const leaveForProvider = (url: string): Promise<void> => {
  writeStored('session', name, location.pathname + location.search)
  return leaveTo(url)
}

/** Path and query of the page that was left for a provider in this tab; empty without one. */
export const pageLeft = (): string => readStored('session', name) ?? ''
