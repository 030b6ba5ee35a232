import {
  maxSearchedRows,
  type OperationsFilter,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { cappedTotal, countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import type { LogEvents } from './log-events.ts'
import { newestFirst, type RowRange } from './row-range.ts'
import { visibleRows } from './visible-rows.repository.ts'

/** Filter of the log: the query, the viewer, the time zone of its times, and the resulting events. */
export type LogFilter = OperationsFilter & { actor: Viewer; timeZone: string; events?: readonly string[] }

const columns = [
  'seq',
  'id',
  'time',
  'trace_id as traceId',
  'actor',
  'session_id as sessionId',
  'ip',
  'agent',
  'event as action',
  'entity_id as entityId',
  'entity_name as entityName',
  'before',
  'after',
  'ok',
  'code',
  'ms',
] as const

const filteredRows = (events: LogEvents, db: Db, query: LogFilter) => {
  let rows = visibleRows(events, db, query.actor)
  const moments = query['f.time'] === undefined ? undefined : parseTimeRange(query['f.time'], query.timeZone)
  const end = sql<number>`audit_seq_at(${moments?.before ?? 'infinity'})`
  if (moments) rows = rows.where('seq', '>=', sql<number>`audit_seq_at(${moments.from})`).where('seq', '<', end)
  if (query['f.user']) rows = rows.where('actor_id', '=', query['f.user'])
  if (query['f.result'] === 'success') rows = rows.where('ok', '=', true)
  // A requested second step is neither.
  if (query['f.result'] === 'failure')
    rows = rows.where(sql<boolean>`not ok`).where('code', '<>', sql.lit(Code.moreInput))
  const trace = query['f.trace']
  // All trace ids with a prefix sort before the prefix followed by g.
  if (trace) rows = rows.where('trace_id', '>=', trace).where('trace_id', '<', `${trace}g`)
  if (query['f.ip']) rows = rows.where('ip', '=', query['f.ip'])
  if (query.search) {
    const like = likePattern(query.search)
    rows = rows.where((eb) =>
      eb.or([
        eb(sql`actor->>'name'`, 'ilike', like),
        nameHolds('entity_name', query.search),
        eb(
          'actor_id',
          'in',
          eb.selectFrom('users').select('id').where(sql<string>`lower(account)`, '=', query.search.toLowerCase()),
        ),
      ]),
    )
  }
  // These have no index; only the newest rows of the time range are searched.
  if (query.search || query['f.ip']) rows = rows.where('seq', '>=', sql<number>`${end} - ${maxSearchedRows}::bigint`)
  return rows
}

const selectRange = (rows: ReturnType<typeof filteredRows>, { size, after, before }: RowRange) => {
  if (before !== undefined) return rows.where('seq', '>', before).orderBy('seq', 'asc').limit(size)
  const older = after === undefined ? rows : rows.where('seq', '<', after)
  return older.orderBy('seq', 'desc').limit(size)
}

const readRows = (known: LogEvents, db: Db, query: LogFilter, range: RowRange) => {
  const { events } = query
  if (events === undefined) return selectRange(filteredRows(known, db, query), range).select(columns)
  // Reads each event from its own index range, so that rare ones are found at once, and merges the newest.
  return db
    .selectFrom(sql<{ event: string }>`unnest(${events}::text[])`.as<'chosen'>(sql`chosen (event)`))
    .innerJoinLateral(
      () =>
        selectRange(filteredRows(known, db, query).where('event', '=', sql<string>`chosen.event`), range)
          .select(columns)
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .orderBy('seq', range.before === undefined ? 'desc' : 'asc')
    .limit(range.size)
}

/** An entity's id and the events that can happen to it. */
type Entity = { id: string; events: readonly string[] }
export type StoredRow = Awaited<ReturnType<OperationLogsRepository['page']>>[number]

const countable = (events: LogEvents, db: Db, query: LogFilter) => {
  const rows = filteredRows(events, db, query)
  return query.events === undefined ? rows : rows.where(sql<boolean>`event = any(${query.events}::text[])`)
}
const rowsOfEntity = (known: LogEvents, db: Db, actor: Viewer, { id, events }: Entity) =>
  visibleRows(known, db, actor).where('entity_id', '=', id).where(sql<boolean>`event = any(${events}::text[])`)

/** Rows of the log as their viewers see them. */
export const createOperationLogsRepository = (events: LogEvents) => ({
  /** A keyset page, newest first. Costs the same at any depth. */
  async page(db: Db, query: LogFilter, range: RowRange) {
    return newestFirst(await readRows(events, db, query, range).execute(), range)
  },

  /** Number and outcome of the newest of these rows, as a part of another statement. */
  newest: (db: Db, query: LogFilter, size: number) =>
    sql<unknown>`(select seq, ok, code from ${readRows(events, db, query, { size })} as listed)`,

  /** Number of matching rows, exact up to ten thousand. */
  total: (db: Db, query: LogFilter) => cappedTotal(db, countable(events, db, query)),

  /** Number of matching rows, at most `limit`. */
  count: (db: Db, query: LogFilter, limit: number) => countUpTo(db, countable(events, db, query), limit),

  /** Whether more than `limit` rows match. */
  async exceeds(db: Db, query: LogFilter, limit: number) {
    const beyond = countable(events, db, query).select(sql`1`.as('one')).limit(1).offset(limit)
    return (await beyond.execute()).length > 0
  },

  /** Rows with a trace id or prefix, oldest first. */
  trace: (db: Db, actor: Viewer, traceId: string, limit: number) =>
    visibleRows(events, db, actor)
      .where('trace_id', '>=', traceId)
      .where('trace_id', '<', `${traceId}g`)
      .select(columns)
      .orderBy('seq')
      .limit(limit)
      .execute(),

  /** A page of one entity's events, newest first. */
  async timeline(db: Db, actor: Viewer, of: Entity, range: RowRange) {
    const rows = selectRange(rowsOfEntity(events, db, actor, of), range).select(columns)
    return newestFirst(await rows.execute(), range)
  },
  timelineTotal: (db: Db, actor: Viewer, of: Entity) => cappedTotal(db, rowsOfEntity(events, db, actor, of)),

  /** Display names of elements by code: 用户 · 导出. */
  async elementNames(db: Db, codes: readonly string[]) {
    const rows = await db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where(sql<boolean>`elements.code = any(${codes}::text[])`)
      .select(['elements.code', sql<string>`modules.name || ' · ' || elements.name`.as('name')])
      .execute()
    return new Map(rows.map(({ code, name }) => [code, name]))
  },
  /** Names of custom fields by `<entity>.<key>`, of deleted ones too. */
  async customNames(db: Db, fields: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const code = sql<string>`entity || '.' || key`
    const rows = await db
      .selectFrom('custom_fields')
      .where(sql<boolean>`${code} = any(${fields}::text[])`)
      .select([code.as('code'), 'name'])
      .execute()
    return new Map(rows.map(({ code, name }) => [code, name]))
  },
})
export type OperationLogsRepository = ReturnType<typeof createOperationLogsRepository>
