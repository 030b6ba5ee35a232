import type { CallLogRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { idHistogram } from '../../../kernel/db/id-histogram.ts'
import { maxCountedRows } from '../../../kernel/db/log-histogram.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'

export type CallsQuery = InputOf<typeof openAppsContract.calls>['query']
export type CallsFilter = InputOf<typeof openAppsContract.callsHistogram>['query']
type Calls = { appId: string; query: CallsFilter; timeZone: string }

const [isRefused, hasFailed] = [
  sql<boolean>`(refused_at_step <> '')`,
  sql<boolean>`(refused_at_step = '' and status >= 400)`,
]
const result = sql<CallLogRow['result']>`case when refused_at_step <> '' then 'refused'
  when open_call_logs.status >= 400 then 'failed' else 'ok' end`

const filtered = (db: Db, { appId, query, timeZone }: Calls) => {
  let rows = db.selectFrom('open_call_logs').where('open_call_logs.app_id', '=', appId)
  const range = query['f.time'] === undefined ? undefined : parseTimeRange(query['f.time'], timeZone)
  // The id begins with the time: it leads to the partitions of the range.
  if (range)
    rows = rows
      .where('open_call_logs.id', '>=', sql<string>`id_at(${range.from}::timestamptz)`)
      .where('open_call_logs.id', '<', sql<string>`id_at(${range.before}::timestamptz)`)
  if (query['f.result']) rows = rows.where(sql<boolean>`${result} = ${query['f.result']}`)
  if (query['f.step']) rows = rows.where('refused_at_step', '=', query['f.step'])
  if (query['f.api']) rows = rows.where('open_call_logs.api_id', '=', query['f.api'])
  const { search } = query
  if (search)
    rows = rows.where((eb) =>
      eb.or([
        eb('trace_id', '=', search.toLowerCase()),
        eb('ip', '=', search),
        eb(sql<boolean>`starts_with(open_call_logs.path, ${search})`, '=', true),
      ]),
    )
  return rows
}
const selected = (rows: ReturnType<typeof filtered>) =>
  rows
    .leftJoin('open_apis', 'open_apis.id', 'open_call_logs.api_id')
    .select([
      'open_call_logs.id',
      'called_at as time',
      'open_call_logs.method',
      'open_call_logs.path',
      'open_call_logs.api_id as apiId',
      sql<string>`coalesce(open_apis.name, '')`.as('apiName'),
      'ip',
      'open_call_logs.status',
      'outcome as code',
      result.as('result'),
      sql<CallLogRow['step']>`nullif(refused_at_step, '')`.as('step'),
      'ms',
      'trace_id as traceId',
      'trial',
    ])

export const callLogsRepository = {
  list(db: Db, calls: Calls & { query: CallsQuery }) {
    const found = filtered(db, calls)
    return fetchPage(db, calls.query, selected(found).orderBy('open_call_logs.id', 'desc'), found)
  },
  histogram: (db: Db, calls: Calls) =>
    idHistogram(
      db,
      { time: calls.query['f.time'], timeZone: calls.timeZone },
      {
        all: db.selectFrom('open_call_logs').where('app_id', '=', calls.appId).select(['id', 'called_at as time']),
        newest: filtered(db, calls)
          .select(['open_call_logs.id', 'called_at as time', 'open_call_logs.status', 'refused_at_step'])
          .orderBy('open_call_logs.id', 'desc')
          .limit(maxCountedRows + 1),
        outcomes: { refused: isRefused, failed: hasFailed },
      },
    ),
  find: (db: Db, appId: string, id: string) =>
    selected(
      db.selectFrom('open_call_logs').where('open_call_logs.app_id', '=', appId).where('open_call_logs.id', '=', id),
    )
      .leftJoin('open_app_secrets as secret', (join) =>
        join
          .onRef('secret.company_id', '=', 'open_call_logs.company_id')
          .onRef('secret.id', '=', 'open_call_logs.signer_id'),
      )
      .select([
        'agent',
        sql<string>`coalesce(secret.hint, '')`.as('secretHint'),
        'request_bytes as requestBytes',
        'reply_bytes as replyBytes',
        'detail',
        'canonical',
      ])
      .executeTakeFirst(),
}
