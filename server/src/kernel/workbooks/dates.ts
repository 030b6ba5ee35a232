const dayMs = 86_400_000
const daySeconds = 86_400
/** Serials count from here; day 60 is 1900-02-29, which never was, so earlier days are off by one. */
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)
const firstSerial = 1
const phantomDay = 60
/** 9999-12-31 */
const lastSerial = 2_958_465
const form = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/

/**
 * Serial number of a wall-clock time in the 1900 date system.
 * @param date `2026-11-26`, or with `T09:30` or `T09:30:15`
 * @returns undefined for a text that is no date, and for dates that a sheet cannot hold
 */
export const toSerial = (date: string): number | undefined => {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = form.exec(date) ?? []
  if (year === undefined) return undefined
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const read = new Date(at)
  // A 31 February would be another day, and 25 o'clock another one too.
  if (read.getUTCDate() !== Number(day) || read.getUTCFullYear() !== Number(year)) return undefined
  const serial = (at - epoch1900) / dayMs
  const corrected = serial <= phantomDay ? serial - 1 : serial
  return corrected >= firstSerial && corrected < lastSerial + 1 ? corrected : undefined
}

const two = (value: number) => String(value).padStart(2, '0')
const formatClock = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

/**
 * What a number with a date format shows, to the second: `2026-11-26`, `2026-11-26T09:30:00`, or `09:30:00` for a time
 * without a day.
 * @returns undefined for numbers that no date has
 */
export const dateOfSerial = (serial: number, is1904: boolean): string | undefined => {
  const all = Math.round(serial * daySeconds)
  const day = Math.floor(all / daySeconds)
  const seconds = all - day * daySeconds
  if (!(day >= 0) || day > lastSerial) return undefined
  if (day === 0 && (seconds > 0 || !is1904)) return formatClock(seconds)
  if (is1904) return withTime(epoch1904 + day * dayMs, seconds)
  if (day === phantomDay) return undefined
  return withTime(epoch1900 + (day < phantomDay ? day + 1 : day) * dayMs, seconds)
}

/**
 * What a number with a format such as `[h]:mm:ss` shows: `36:00:00`.
 * @returns undefined for less than nothing
 */
export const durationOfSerial = (serial: number): string | undefined => {
  const seconds = Math.round(serial * daySeconds)
  return seconds >= 0 && Number.isSafeInteger(seconds) ? formatClock(seconds) : undefined
}

/** Columns of dates have few days, and writing one takes longer than reading its cell. */
const writtenDays = new Map<number, string>()
const maxWrittenDays = 4096
const formatDay = (at: number) => {
  const known = writtenDays.get(at)
  if (known) return known
  if (writtenDays.size >= maxWrittenDays) writtenDays.clear()
  const day = new Date(at).toISOString().slice(0, 10)
  writtenDays.set(at, day)
  return day
}
const withTime = (at: number, seconds: number) => {
  const day = formatDay(at)
  return seconds === 0 ? day : `${day}T${formatClock(seconds)}`
}
