import { create } from 'zustand'

const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone

const isKnown = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

/** The zone on whose clocks moments are shown, and in which the server reads time filters. */
export const useTimeZone = create<{ zone: string }>(() => ({ zone: ofBrowser }))

/** Takes the zone a person has chosen; an empty one, or one this browser does not know, follows the browser. */
export const setTimeZone = (zone: string): void =>
  useTimeZone.setState({ zone: zone !== '' && isKnown(zone) ? zone : ofBrowser })
