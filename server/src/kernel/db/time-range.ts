import { type RawBuilder, sql } from 'kysely'
import { platformZone } from '../wall-clock.ts'
import { momentsShowing, type Span } from '../zoned-time.ts'

const moment = (at: number): RawBuilder<string> => sql`${new Date(at).toISOString()}::timestamptz`
const [secondMs, dayMs] = [1000, 86_400_000]

/**
 * Bounds of a time filter. Takes `from~to` as validated by the contract's
 * `timeRange`, and its time zone. The last second is included.
 */
export const timeRangeSpan = (range: string, timeZone: string): Span => {
  const moments = momentsShowing(timeZone)
  const [from = '', to = ''] = range.split('~')
  return { from: moments(from)[0], before: moments(to)[1] + secondMs }
}

/** The same as values of a statement. */
export const parseTimeRange = (
  range: string,
  timeZone: string,
): { from: RawBuilder<string>; before: RawBuilder<string> } => {
  const { from, before } = timeRangeSpan(range, timeZone)
  return { from: moment(from), before: moment(before) }
}

/** End of a day of a filter, exclusive. Takes `yyyy-MM-dd` as validated by the contract's `day`, and its time zone. */
export const endOfDay = (day: string, timeZone = platformZone): RawBuilder<string> => {
  const next = new Date(Date.parse(day) + dayMs).toISOString()
  return moment(momentsShowing(timeZone)(next.slice(0, next.indexOf('T')))[0])
}
