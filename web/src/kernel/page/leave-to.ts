import { readStored, writeStored } from './storage.ts'

/**
 * Leaves for an address outside. Settles only once the user returns to this page, so that a control that waits for it
 * acts once.
 */
export const leaveTo = (url: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
    location.assign(url)
  })

const name = 'atrium.provider-trip'

/** Leaves for another site, and keeps the page that is left, to return to it. Settles as `leaveTo` does. */
export const leaveToReturn = (url: string): Promise<void> => {
  writeStored('session', name, location.pathname + location.search)
  return leaveTo(url)
}

/** Path and query of the page that was left in this tab; empty without one. */
export const pageLeft = (): string => readStored('session', name) ?? ''
