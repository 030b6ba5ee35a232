import { create } from 'zustand'

const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone

const isKnown = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

/** Time zone for displayed times and for time filters on the server. */
export const useTimeZone = create<{ zone: string }>(() => ({ zone: ofBrowser }))

/** Sets the user's time zone; an empty or unknown one falls back to the browser's. */
export const setTimeZone = (zone: string): void =>
  useTimeZone.setState({ zone: zone !== '' && isKnown(zone) ? zone : ofBrowser })
