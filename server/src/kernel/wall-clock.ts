/** Zone of dates that carry none. */
export const platformZone = 'Asia/Shanghai'

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** Formats a moment, by default the current one, as `yyyy-mm-dd hh:mm:ss` in an IANA time zone. */
export const wallClock = (timeZone: string, moment: Date = new Date()): string => formatOf(timeZone).format(moment)

/** Creates a formatter like `wallClock` for many moments; null gives an empty text. */
export const createTimeFormatter = (timeZone: string) => {
  const format = formatOf(timeZone)
  return (at: string | null): string => (at === null ? '' : format.format(new Date(at)))
}
