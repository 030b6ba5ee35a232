import {
  type OperationsNarrowing,
  searchedRows,
} from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import { likePattern } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { momentsOf } from '../../kernel/db/time-range.ts'
import { seenRows } from './seen-rows.repository.ts'
import { newestFirst, type Stretch } from './stretch.ts'

/** Which rows: those the caller sees of what was asked for, in the zone its times are meant in, and the events it comes down to. */
export type Narrowing = OperationsNarrowing & { actor: Seer; timeZone: string; events?: readonly string[] }

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

const matching = (db: Db, query: Narrowing) => {
  let rows = seenRows(db, query.actor)
  const moments = query['f.time'] === undefined ? undefined : momentsOf(query['f.time'], query.timeZone)
  const end = sql<number>`audit_seq_at(${moments?.before ?? 'infinity'})`
  if (moments) rows = rows.where('seq', '>=', sql<number>`audit_seq_at(${moments.from})`).where('seq', '<', end)
  if (query['f.user']) rows = rows.where('actor_id', '=', query['f.user'])
  if (query['f.result'] === 'success') rows = rows.where('ok', '=', true)
  if (query['f.result'] === 'failure') rows = rows.where(sql<boolean>`not ok`)
  const trace = query['f.trace']
  // What follows a beginning of hexadecimal digits sorts before the beginning and a g.
  if (trace) rows = rows.where('trace_id', '>=', trace).where('trace_id', '<', `${trace}g`)
  if (query['f.ip']) rows = rows.where('ip', '=', query['f.ip'])
  if (query.search) {
    const like = likePattern(query.search)
    rows = rows.where((eb) =>
      eb.or([
        eb(sql`actor->>'name'`, 'ilike', like),
        eb('entity_name', 'ilike', like),
        eb(
          'actor_id',
          'in',
          eb.selectFrom('users').select('id').where(sql<string>`lower(account)`, '=', query.search.toLowerCase()),
        ),
      ]),
    )
  }
  // No index helps with these; the newest rows of the chosen time are looked through, and no more.
  if (query.search || query['f.ip']) rows = rows.where('seq', '>=', sql<number>`${end} - ${searchedRows}::bigint`)
  return rows
}

const stretchOf = (rows: ReturnType<typeof matching>, { size, after, before }: Stretch) => {
  if (before !== undefined) return rows.where('seq', '>', before).orderBy('seq', 'asc').limit(size)
  const older = after === undefined ? rows : rows.where('seq', '<', after)
  return older.orderBy('seq', 'desc').limit(size)
}

const read = (db: Db, query: Narrowing, stretch: Stretch) => {
  const { events } = query
  if (events === undefined) return stretchOf(matching(db, query), stretch).select(columns)
  // Each kind of event is read from its own place in the index, so that the rare ones are found at once; the newest of
  // all those are the page.
  return db
    .selectFrom(sql<{ event: string }>`unnest(${events}::text[])`.as<'chosen'>(sql`chosen (event)`))
    .innerJoinLateral(
      () =>
        stretchOf(matching(db, query).where('event', '=', sql<string>`chosen.event`), stretch)
          .select(columns)
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .orderBy('seq', stretch.before === undefined ? 'desc' : 'asc')
    .limit(stretch.size)
}

/** A row something happened to, and the events that happen to its kind. */
type Entity = { id: string; events: readonly string[] }
/** A row as it is stored. */
export type StoredRow = Awaited<ReturnType<typeof operationLogsRepository.page>>[number]

export const operationLogsRepository = {
  /** A page by key, newest first. It costs the same however deep it lies. */
  async page(db: Db, query: Narrowing, stretch: Stretch) {
    return newestFirst(await read(db, query, stretch).execute(), stretch)
  },

  /** How many rows match, exact up to ten thousand. */
  total: (db: Db, query: Narrowing) => cappedTotal(db, countable(db, query)),

  /** Whether more rows match than that. */
  async exceeds(db: Db, query: Narrowing, most: number) {
    const beyond = countable(db, query).select(sql`1`.as('one')).limit(1).offset(most)
    return (await beyond.execute()).length > 0
  },

  /** Everything with a trace id or its beginning, oldest first. */
  trace: (db: Db, actor: Seer, traceId: string, most: number) =>
    seenRows(db, actor)
      .where('trace_id', '>=', traceId)
      .where('trace_id', '<', `${traceId}g`)
      .select(columns)
      .orderBy('seq')
      .limit(most)
      .execute(),

  /** A page of what happened to one row, newest first. */
  async timeline(db: Db, actor: Seer, of: Entity, stretch: Stretch) {
    const rows = stretchOf(ofEntity(db, actor, of), stretch).select(columns)
    return newestFirst(await rows.execute(), stretch)
  },
  timelineTotal: (db: Db, actor: Seer, of: Entity) => cappedTotal(db, ofEntity(db, actor, of)),

  /** What elements are called, by their codes: 用户 · 导出. */
  async elementNames(db: Db, codes: readonly string[]) {
    const rows = await db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where(sql<boolean>`elements.code = any(${codes}::text[])`)
      .select(['elements.code', sql<string>`modules.name || ' · ' || elements.name`.as('name')])
      .execute()
    return new Map(rows.map(({ code, name }) => [code, name]))
  },
}

const countable = (db: Db, query: Narrowing) => {
  const rows = matching(db, query)
  return query.events === undefined ? rows : rows.where(sql<boolean>`event = any(${query.events}::text[])`)
}
const ofEntity = (db: Db, actor: Seer, { id, events }: Entity) =>
  seenRows(db, actor).where('entity_id', '=', id).where(sql<boolean>`event = any(${events}::text[])`)
