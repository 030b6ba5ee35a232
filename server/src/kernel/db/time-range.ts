import { type RawBuilder, sql } from 'kysely'
import { platformZone } from '../wall-clock.ts'

/**
 * Bounds of a time filter, `from` inclusive and `before` exclusive. In: `from~to` as validated by the contract's
 * `timeRange`, and its time zone. The last second is included.
 */
export const parseTimeRange = (
  range: string,
  timeZone: string,
): { from: RawBuilder<string>; before: RawBuilder<string> } => {
  const [from = '', to = ''] = range.split('~')
  return {
    from: sql`(${from}::timestamp at time zone ${timeZone})`,
    before: sql`(${to}::timestamp at time zone ${timeZone} + interval '1 second')`,
  }
}

/** End of a day of a filter, exclusive. In: `yyyy-MM-dd` as validated by the contract's `day`, and its time zone. */
export const endOfDay = (day: string, timeZone = platformZone): RawBuilder<string> =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
