import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Counted, divideTime, emptyHistogram, toHistogram, withinLog } from '../histogram.ts'
import type { Db } from './database.ts'
import { maxCountedRows } from './log-histogram.ts'
import { timeRangeSpan } from './time-range.ts'

type Outcomes = Record<'refused' | 'failed', RawBuilder<boolean>>
type Rows = {
  /** Selects `id` and `time` of all rows that the list may show, before its filters; for their first and last time. */
  all: Expression<unknown>
  /** Selects `id`, `time` and what the outcomes read of at most one row more than `maxCountedRows`, newest first. */
  newest: Expression<unknown>
  outcomes: Outcomes
}

/** The histogram of a table whose ids begin with the time. Takes the filter of time and its zone. */
export const idHistogram = async (
  db: Db,
  { time, timeZone }: { time: string | undefined; timeZone: string },
  { all, newest, outcomes: { refused, failed } }: Rows,
): Promise<Histogram> => {
  const ends = await sql<{ from: string | null; before: string | null }>`
    select (select time from ${all} as rows order by id limit 1) as "from",
      (select time from ${all} as rows order by id desc limit 1) as before`.execute(db)
  const { from = null, before = null } = ends.rows[0] ?? {}
  if (from === null || before === null) return emptyHistogram
  const log = { from: Date.parse(from), before: Date.parse(before) }
  const span = withinLog(log, time === undefined ? undefined : timeRangeSpan(time, timeZone))
  if (!span) return emptyHistogram
  const buckets = divideTime(span, timeZone)
  const moments = buckets.starts.map((at) => new Date(at).toISOString())
  const { rows } = await sql<Counted & { looked: number; since: string }>`
    with newest as materialized (select * from ${newest} as newest),
      edges as (select array_agg(id_at(moment) order by at) as ids
        from unnest(${moments}::timestamptz[]) with ordinality as moments (moment, at))
    select width_bucket(id, ids) as bucket, count(*) filter (where not ${refused} and not ${failed}) as success,
      count(*) filter (where ${refused}) as refused, count(*) filter (where ${failed}) as failed,
      (select count(*) from newest) as looked, (select min(time) from newest) as since
    from newest, edges group by 1`.execute(db)
  const [{ looked = 0, since = null } = {}] = rows
  return toHistogram(buckets, rows, looked > maxCountedRows ? since : null)
}
