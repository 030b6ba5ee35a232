/** The zone of dates that are meant in none. */
export const platformZone = 'Asia/Shanghai'

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** A moment, this one unless another is given, as people read it (spec §9, y-m-d h:i:s), on the clocks of that IANA zone. */
export const wallClock = (timeZone: string, moment: Date = new Date()): string => formatOf(timeZone).format(moment)

/** The same for many moments, as rows have them; none is empty. */
export const clockOn = (timeZone: string) => {
  const format = formatOf(timeZone)
  return (at: string | null): string => (at === null ? '' : format.format(new Date(at)))
}
