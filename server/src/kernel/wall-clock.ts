/** Zone of dates that carry none. */
export const platformZone = 'Asia/Shanghai'

const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** Formats a moment, by default the current one, as `yyyy-mm-dd hh:mm:ss` in an IANA time zone. */
export const wallClock = (timeZone: string, moment: Date = new Date()): string => createFormat(timeZone).format(moment)

const quarterMs = 15 * 60_000
/** Zones have kept to quarters of an hour since then, and years have four digits until then. */
const [since, until] = [0, Date.UTC(9999, 11, 30)]

/**
 * Creates a formatter like `wallClock` for many moments; null gives an empty text. It formats one moment of each quarter
 * of an hour, in which the offset of a zone does not change, and adds the offset to the others.
 */
export const createTimeFormatter = (timeZone: string) => {
  const format = createFormat(timeZone)
  const offsets = new Map<number, number>()
  const offsetAt = (moment: number) => {
    const quarter = moment - (moment % quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const offset = Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter
    offsets.set(quarter, offset)
    return offset
  }
  return (at: string | null): string => {
    if (at === null) return ''
    const moment = Date.parse(at)
    if (!(moment > since && moment < until)) return format.format(new Date(at))
    const [day, time] = new Date(moment + offsetAt(moment)).toISOString().split('T') as [string, string]
    return `${day} ${time.slice(0, 8)}`
  }
}
