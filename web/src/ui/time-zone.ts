import { isTimeZone } from '@atrium/contract/kernel/time-zone.ts'
import { create } from 'zustand'

/** The browser's offset from UTC now: `+08:00`. */
const offsetOfBrowser = () => {
  const minutes = -new Date().getTimezoneOffset()
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
// A browser that does not recognise the zone of its system names one that it does not accept itself.
const named = Intl.DateTimeFormat().resolvedOptions().timeZone
const ofBrowser = isTimeZone(named) ? named : offsetOfBrowser()

/** Time zone for displayed times and for time filters on the server. */
export const useTimeZone = create<{ zone: string }>(() => ({ zone: ofBrowser }))

/** Sets the user's time zone; an empty or unknown one falls back to the browser's. */
export const setTimeZone = (zone: string): void =>
  useTimeZone.setState({ zone: zone !== '' && isTimeZone(zone) ? zone : ofBrowser })

/** Uses the present offset of the browser: for a zone that is newer than the server. */
export const setOffsetAsZone = (): void => useTimeZone.setState({ zone: offsetOfBrowser() })
