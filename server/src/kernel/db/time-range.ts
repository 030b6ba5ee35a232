import { type RawBuilder, sql } from 'kysely'

/**
 * The moments a time filter lies between, from the first and before the last. In: `from~to` as the contract's `timeRange` has
 * checked it, and the zone it is meant in (spec §5). Its last second belongs to it.
 */
export const momentsOf = (
  range: string,
  timeZone: string,
): { from: RawBuilder<string>; before: RawBuilder<string> } => {
  const [from = '', to = ''] = range.split('~')
  return {
    from: sql`(${from}::timestamp at time zone ${timeZone})`,
    before: sql`(${to}::timestamp at time zone ${timeZone} + interval '1 second')`,
  }
}
