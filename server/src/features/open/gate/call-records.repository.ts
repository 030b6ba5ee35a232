import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

export type CallSum = {
  companyId: string
  appId: string
  apiId: string
  secretId: string
  /** Hours since 1970. */
  hour: number
  calls: number
  errors: number
  refusals: number
  ms: number
}
/** Calls of an hour that were refused at one step, or took about as long. */
export type CallSpread = Pick<CallSum, 'companyId' | 'appId' | 'apiId' | 'hour' | 'calls'> & {
  step: string
  slot: number
}
export type CallLog = {
  id: string
  companyId: string
  appId: string
  apiId: string | null
  secretId: string | null
  method: string
  path: string
  ip: string
  agent: string
  status: number
  code: number
  step: string
  detail: string
  canonical: string
  ms: number
  requestBytes: number
  replyBytes: number
  traceId: string
  trial: boolean
  time: string
}

const of = <Row, K extends keyof Row>(rows: readonly Row[], key: K) => rows.map((row) => row[key])

export const callRecordsRepository = {
  /** Adds a node's sums to the stored ones, in one order on all nodes. Those of deleted applications are dropped. */
  addSums: (db: Db, rows: readonly CallSum[]) =>
    sql`insert into open_call_sums as stored
        (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
      select sums.company_id, sums.app_id, to_timestamp(sums.hour * 3600.0), sums.api_id, sums.signer_id, sums.calls, sums.errors, sums.refusals, sums.ms, now()
      from unnest(${of(rows, 'companyId')}::uuid[], ${of(rows, 'appId')}::uuid[], ${of(rows, 'hour')}::int[],
        ${of(rows, 'apiId')}::uuid[], ${of(rows, 'secretId')}::uuid[], ${of(rows, 'calls')}::int[], ${of(rows, 'errors')}::int[],
        ${of(rows, 'refusals')}::int[], ${of(rows, 'ms')}::bigint[])
        as sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms)
      join open_apps on open_apps.company_id = sums.company_id and open_apps.id = sums.app_id
      order by sums.company_id, sums.app_id, sums.hour, sums.api_id, sums.signer_id
      on conflict (company_id, app_id, hour, api_id, signer_id) do update set
        calls = stored.calls + excluded.calls, errors = stored.errors + excluded.errors,
        refusals = stored.refusals + excluded.refusals, ms = stored.ms + excluded.ms, last_at = excluded.last_at`.execute(
      db,
    ),

  /** Adds a node's calls by step and duration to the stored ones, like `addSums`. */
  addSpreads: (db: Db, rows: readonly CallSpread[]) =>
    sql`insert into open_call_spreads as stored (company_id, app_id, hour, api_id, step, slot, calls)
      select spread.company_id, spread.app_id, to_timestamp(spread.hour * 3600.0), spread.api_id, spread.step, spread.slot, spread.calls
      from unnest(${of(rows, 'companyId')}::uuid[], ${of(rows, 'appId')}::uuid[], ${of(rows, 'hour')}::int[],
        ${of(rows, 'apiId')}::uuid[], ${of(rows, 'step')}::text[], ${of(rows, 'slot')}::smallint[], ${of(rows, 'calls')}::int[])
        as spread (company_id, app_id, hour, api_id, step, slot, calls)
      join open_apps on open_apps.company_id = spread.company_id and open_apps.id = spread.app_id
      order by spread.company_id, spread.app_id, spread.hour, spread.api_id, spread.step, spread.slot
      on conflict (company_id, app_id, hour, api_id, step, slot) do update set calls = stored.calls + excluded.calls`.execute(
      db,
    ),

  touchSecrets: (db: Db, ids: readonly string[]) =>
    sql`update open_app_secrets set last_used_at = now() where id in (
      select id from open_app_secrets where id = any(${ids}::uuid[]) order by id for update)`.execute(db),

  /** Those of erased companies are dropped. */
  addLogs: (db: Db, rows: readonly CallLog[]) =>
    sql`insert into open_call_logs (company_id, id, app_id, api_id, signer_id, method, path, ip, agent, status, outcome,
        refused_at_step, detail, canonical, ms, request_bytes, reply_bytes, trace_id, trial, called_at)
      select row."companyId", row.id, row."appId", row."apiId", row."secretId", row.method, row.path, row.ip, row.agent, row.status,
        row.code, row.step, row.detail, row.canonical, row.ms, row."requestBytes", row."replyBytes", row."traceId", row.trial, row.time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        "companyId" uuid, id uuid, "appId" uuid, "apiId" uuid, "secretId" uuid, method text, path text, ip text, agent text,
        status smallint, code int, step text, detail text, canonical text, ms int, "requestBytes" int, "replyBytes" int,
        "traceId" text, trial boolean, time timestamptz)
      join companies on companies.id = row."companyId"`.execute(db),
}
