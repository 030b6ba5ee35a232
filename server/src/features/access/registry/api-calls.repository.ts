import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { CountedCalls } from './call-counter.ts'
import type { ObservedCalls } from './observed-counter.ts'

type WithAddress<Row> = Omit<Row, 'endpoint'> & { method: string; path: string }
const pickValues = <Row, K extends keyof Row>(rows: readonly Row[], key: K) => rows.map((row) => row[key])

/**
 * Both add a node's counts to the stored ones. Rows are locked in the same order on all nodes, which avoids deadlocks.
 */
export const apiCallsRepository = {
  add: (db: Db, rows: readonly WithAddress<CountedCalls>[]) =>
    sql`insert into api_calls (api_id, day, bucket, calls, denials, last_at)
      select apis.id, utc_today(), bucket, calls, denials, now()
      from unnest(${pickValues(rows, 'method')}::text[], ${pickValues(rows, 'path')}::text[],
                  ${pickValues(rows, 'bucket')}::smallint[], ${pickValues(rows, 'calls')}::integer[],
                  ${pickValues(rows, 'denials')}::integer[]) as counted (method, path, bucket, calls, denials)
      join apis using (method, path)
      order by apis.id, bucket
      on conflict (api_id, day, bucket) do update set
        calls = api_calls.calls + excluded.calls,
        denials = api_calls.denials + excluded.denials,
        last_at = excluded.last_at`.execute(db),

  addObserved: (db: Db, rows: readonly WithAddress<ObservedCalls>[]) =>
    sql`insert into observed_calls (company_id, api_id, user_id, since, day, calls)
      select users.company_id, apis.id, users.id, observed_since, utc_today(), calls
      from unnest(${pickValues(rows, 'method')}::text[], ${pickValues(rows, 'path')}::text[],
                  ${pickValues(rows, 'companyId')}::uuid[], ${pickValues(rows, 'userId')}::uuid[],
                  ${pickValues(rows, 'calls')}::integer[]) as seen (method, path, company_id, user_id, calls)
      join apis using (method, path)
      join users on users.company_id = seen.company_id and users.id = seen.user_id
      where observed_since is not null
      order by users.company_id, apis.id, users.id
      on conflict (company_id, api_id, user_id, since, day) do update set
        calls = observed_calls.calls + excluded.calls`.execute(db),
}
