import {
  type CallDay,
  type CallRange,
  type CallStat,
  callDaysShown,
  maxStatParts,
} from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { msOfSlot } from './durations.ts'
import { startOfDay } from './platform-day.repository.ts'

/** Whose calls are summed up: of an application by API, of a company by application, or of an API by company. */
type Counted = { of: 'app'; id: string } | { of: 'company' } | { of: 'api'; id: string }
type Sql = RawBuilder<unknown>

const ranges: Readonly<Record<CallRange, { unit: 'hour' | 'day'; points: number }>> = {
  day: { unit: 'hour', points: 24 },
  week: { unit: 'hour', points: 168 },
  month: { unit: 'day', points: 30 },
}
const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const toFilter = (counted: Counted): Sql =>
  counted.of === 'app'
    ? sql`company_id = acting_company() and app_id = ${counted.id}`
    : counted.of === 'api'
      ? sql`api_id = ${counted.id}`
      : sql`company_id = acting_company()`
const partOf = { app: sql`api_id`, company: sql`app_id`, api: sql`company_id` } as const
const namesOf = {
  app: sql`select name from open_apis where open_apis.id = sums.part`,
  company: sql`select name from open_apps where open_apps.company_id = acting_company() and open_apps.id = sums.part`,
  api: sql`select name from companies where companies.id = sums.part`,
} as const

/**
 * Rows since a moment: of a month by day as far as days are added up, and by hour after them.
 * @returns tables of sums and of spreads, with the moment at which each row begins
 */
const selectRows = (counted: Counted, unit: 'hour' | 'day', since: Sql) => {
  const filter = toFilter(counted)
  const hours = (columns: Sql, table: Sql, from: Sql) =>
    sql`select hour as moment, ${columns} from ${table} where ${filter} and hour >= ${from}`
  const [sums, spreads] = [
    sql`company_id, app_id, api_id, calls, errors, refusals`,
    sql`company_id, app_id, api_id, step, slot, calls`,
  ]
  if (unit === 'hour')
    return { sums: hours(sums, sql`open_call_sums`, since), spreads: hours(spreads, sql`open_call_spreads`, since) }
  const next = sql`greatest(${since}, (select max(day) + interval '1 day' from open_call_days where ${filter}))`
  const both = (columns: Sql, days: Sql, table: Sql) => sql`select day as moment, ${columns} from ${days}
    where ${filter} and day >= ${since} and day < ${next} union all ${hours(columns, table, next)}`
  return {
    sums: both(sums, sql`open_call_days`, sql`open_call_sums`),
    spreads: both(spreads, sql`open_call_day_spreads`, sql`open_call_spreads`),
  }
}

/** The slot in which a share of the admitted calls has ended. */
const slotAt = (share: number) => sql<number | null>`min(slot) filter (where so_far >= ${sql.lit(share)} * of_all)`

type Sums = { calls: number; errors: number; refusals: number }
type Slots = { half: number | null; most: number | null }
const toDurations = ({ half, most }: Slots) => ({
  p50: half === null ? null : msOfSlot(half),
  p95: most === null ? null : msOfSlot(most),
})

/** Reads the sums that the gate writes, a few rows for each hour or day: no call is looked at. */
export const callStatsRepository = {
  async read(db: Db, counted: Counted, range: CallRange): Promise<CallStat> {
    const { unit, points } = ranges[range]
    const start = (at: Sql) => sql`date_trunc(${sql.lit(unit)}, ${at}, ${sql.lit(platformZone)})`
    const since = sql`${start(sql`now()`)} - ${sql.lit(`${points - 1} ${unit}s`)}::interval`
    const rows = selectRows(counted, unit, since)

    const series = await sql<Sums & { time: string }>`
      select start as time, coalesce(sum(calls)::bigint, 0) as calls, coalesce(sum(errors)::bigint, 0) as errors,
        coalesce(sum(refusals)::bigint, 0) as refusals
      from generate_series(${since}, now(), ${sql.lit(`1 ${unit}`)}::interval) as start
        left join (${rows.sums}) sums on ${start(sql`moment`)} = start
      group by start order by start`.execute(db)
    const steps = await sql<CallStat['steps'][number]>`
      select step, sum(calls)::bigint as calls from (${rows.spreads}) spreads where step <> ''
      group by step order by calls desc, step`.execute(db)
    const parts = await sql<Sums & Slots & { id: string | null; name: string | null; isAll: boolean }>`
      with sums_of_parts as materialized (
        select ${partOf[counted.of]} as part, sum(calls)::bigint as calls, sum(errors)::bigint as errors,
          sum(refusals)::bigint as refusals
        from (${rows.sums}) counted group by ${partOf[counted.of]}),
      sums as (
        select part, false as is_all, calls, errors, refusals from sums_of_parts
        union all select null, true, sum(calls)::bigint, sum(errors)::bigint, sum(refusals)::bigint from sums_of_parts),
      slots_of_parts as materialized (
        select ${partOf[counted.of]} as part, slot, sum(calls) as calls
        from (${rows.spreads}) spreads where step = '' group by ${partOf[counted.of]}, slot),
      slots as (
        select part, false as is_all, slot, calls from slots_of_parts
        union all select null, true, slot, sum(calls) from slots_of_parts group by slot),
      running as (
        select part, is_all, slot, sum(calls) over (partition by is_all, part order by slot) as so_far,
          sum(calls) over (partition by is_all, part) as of_all
        from slots),
      durations as (
        select part, is_all, ${slotAt(0.5)} as half, ${slotAt(0.95)} as most from running group by is_all, part)
      select sums.is_all as "isAll", nullif(sums.part, ${none}) as id, (${namesOf[counted.of]}) as name,
        coalesce(sums.calls, 0) as calls, coalesce(sums.errors, 0) as errors, coalesce(sums.refusals, 0) as refusals,
        durations.half, durations.most
      from sums left join durations on durations.is_all = sums.is_all and durations.part is not distinct from sums.part
      order by sums.is_all desc, sums.calls desc, sums.part limit ${maxStatParts + 1}`.execute(db)

    const [all, ...named] = parts.rows
    const toCounts = ({ calls, errors, refusals, half, most }: Sums & Slots) => ({
      calls,
      errors,
      refusals,
      ...toDurations({ half, most }),
    })
    return {
      ...toCounts(all ?? { calls: 0, errors: 0, refusals: 0, half: null, most: null }),
      points: series.rows,
      steps: steps.rows,
      parts: named.map(({ id, name, ...part }) => ({ id, name: name ?? '', ...toCounts(part) })),
    }
  },

  /** The last year of an application, by day: sums of its APIs, and of the hours that are not added up yet. */
  async readDays(db: Db, appId: string): Promise<CallDay[]> {
    const since = sql`${startOfDay} - ${sql.lit(`${callDaysShown - 1} days`)}::interval`
    const { rows } = await sql<CallDay>`
      with counted as materialized (
        select date_trunc('day', moment, ${sql.lit(platformZone)}) as day, sum(calls - refusals)::bigint as used,
          sum(errors)::bigint as errors, sum(refusals)::bigint as refusals
        from (${selectRows({ of: 'app', id: appId }, 'day', since).sums}) sums group by 1)
      select to_char(start at time zone ${sql.lit(platformZone)}, 'YYYY-MM-DD') as day, coalesce(used, 0) as used,
        coalesce(errors, 0) as errors, coalesce(refusals, 0) as refusals
      from generate_series((select min(day) from counted), ${startOfDay}, interval '1 day') as start
        left join counted on counted.day = start
      order by start`.execute(db)
    return rows
  },
}
