import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Counted } from './call-tally.ts'
import type { Observed } from './observed-tally.ts'

type Addressed<Row> = Omit<Row, 'endpoint'> & { method: string; path: string }
const columnOf = <Row, K extends keyof Row>(rows: readonly Row[], key: K) => rows.map((row) => row[key])

/** Both add what a node counted to what stands; nodes that add at once take the rows in the same order, and so in turn. */
export const apiCallsRepository = {
  add: (db: Db, rows: readonly Addressed<Counted>[]) =>
    sql`insert into api_calls (api_id, day, bucket, calls, denials, last_at)
      select apis.id, utc_today(), bucket, calls, denials, now()
      from unnest(${columnOf(rows, 'method')}::text[], ${columnOf(rows, 'path')}::text[],
                  ${columnOf(rows, 'bucket')}::smallint[], ${columnOf(rows, 'calls')}::integer[],
                  ${columnOf(rows, 'denials')}::integer[]) as counted (method, path, bucket, calls, denials)
      join apis using (method, path)
      order by apis.id, bucket
      on conflict (api_id, day, bucket) do update set
        calls = api_calls.calls + excluded.calls,
        denials = api_calls.denials + excluded.denials,
        last_at = excluded.last_at`.execute(db),

  addObserved: (db: Db, rows: readonly Addressed<Observed>[]) =>
    sql`insert into observed_calls (company_id, api_id, user_id, since, day, calls)
      select users.company_id, apis.id, users.id, observed_since, utc_today(), calls
      from unnest(${columnOf(rows, 'method')}::text[], ${columnOf(rows, 'path')}::text[],
                  ${columnOf(rows, 'companyId')}::uuid[], ${columnOf(rows, 'userId')}::uuid[],
                  ${columnOf(rows, 'calls')}::integer[]) as seen (method, path, company_id, user_id, calls)
      join apis using (method, path)
      join users on users.company_id = seen.company_id and users.id = seen.user_id
      where observed_since is not null
      order by users.company_id, apis.id, users.id
      on conflict (company_id, api_id, user_id, since, day) do update set
        calls = observed_calls.calls + excluded.calls`.execute(db),
}
