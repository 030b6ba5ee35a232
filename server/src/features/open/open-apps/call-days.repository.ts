import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { startOfDay } from '../open-apis/index.ts'

const dayOf = sql`date_trunc('day', hour, ${sql.lit(platformZone)})`

export const callDaysRepository = {
  /**
   * Midnights of the days that are over and not added up, oldest first; with the last one that was, as a node may have
   * written its calls late.
   */
  async due(db: Db): Promise<string[]> {
    const { rows } = await sql<{ day: string }>`select day from generate_series(
        coalesce((select max(day) from open_call_days), (select min(${dayOf}) from open_call_sums
          where hour >= now() - interval '40 days')),
        ${startOfDay} - interval '1 day', interval '1 day') as day order by day`.execute(db)
    return rows.map(({ day }) => day)
  },
  async addUp(db: Db, day: string) {
    // A day of many applications exceeds the usual statement timeout.
    await extendTimeout(db, 10)
    const ofDay = sql`hour >= ${day}::timestamptz and hour < ${day}::timestamptz + interval '1 day'`
    await sql`insert into open_call_days (company_id, app_id, day, api_id, calls, errors, refusals)
      select company_id, app_id, ${day}::timestamptz, api_id, sum(calls), sum(errors), sum(refusals)
      from open_call_sums where ${ofDay} group by company_id, app_id, api_id
      on conflict (company_id, app_id, day, api_id) do update set
        calls = excluded.calls, errors = excluded.errors, refusals = excluded.refusals`.execute(db)
    await sql`insert into open_call_day_spreads (company_id, app_id, day, api_id, step, slot, calls)
      select company_id, app_id, ${day}::timestamptz, api_id, step, slot, sum(calls)
      from open_call_spreads where ${ofDay} group by company_id, app_id, api_id, step, slot
      on conflict (company_id, app_id, day, api_id, step, slot) do update set calls = excluded.calls`.execute(db)
  },
}
