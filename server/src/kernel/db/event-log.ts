import { sql } from 'kysely'
import { markPublished } from './bound-connection.ts'
import type { Db } from './database.ts'

/** Without a company: for all companies; without a user: for all users of the company. */
type Addressee = { companyId: string | null; userId: string | null }
export type NewEvent = Addressee & { topic: string; data: unknown }
export type StoredEvent = NewEvent & {
  /** Order of publication. */
  seq: number
  /** Number of the transaction that published it. */
  tx: string
  /** Committed since the reader's last snapshot. */
  isNew: boolean
}
/** What to read beside the new events. */
type Repeated = {
  /** First transaction to read again; undefined for none. */
  from: bigint | undefined
  /** Companies whose events are read again, beside those for all. */
  companyIds: readonly string[]
}
export type EventBatch = {
  /** The snapshot read: the next reading begins behind it. */
  snapshot: string
  /** Time of the snapshot, in seconds since 1970. */
  seconds: number
  /** By order of publication. */
  events: StoredEvent[]
}

/** Writes an event in the current transaction. */
export const insertEvent = async (db: Db, { companyId, userId, topic, data }: NewEvent): Promise<void> => {
  const row = { company_id: companyId, user_id: userId, topic, data: JSON.stringify(data) }
  await db.insertInto('events').values(row).execute()
  markPublished(db)
}

/**
 * Reads what was committed since a snapshot, whatever the order of the commits; new events come first if there are
 * more than the limit. Without a snapshot nothing is new. Transactions beyond the current snapshot are those of a
 * restored dump.
 */
export const readEvents = async (
  db: Db,
  snapshot: string | undefined,
  { from, companyIds }: Repeated,
  limit: number,
): Promise<EventBatch> => {
  const seen = sql`coalesce(${snapshot ?? null}::pg_snapshot, pg_current_snapshot())`
  const { rows } = await sql<EventBatch>`
    select pg_current_snapshot()::text as snapshot, floor(extract(epoch from now()))::float8 as seconds,
      coalesce((select json_agg(found order by seq) from (
        select seq, tx::text, company_id as "companyId", user_id as "userId", topic, data,
          not pg_visible_in_snapshot(tx, ${seen}) as "isNew"
        from events
        where tx >= least(pg_snapshot_xmin(${seen}), ${from === undefined ? null : String(from)}::xid8)
          and tx < pg_snapshot_xmax(pg_current_snapshot())
          and (not pg_visible_in_snapshot(tx, ${seen}) or company_id = any(${companyIds}::uuid[])
            or (company_id is null and ${from !== undefined}::boolean))
        order by "isNew" desc, seq limit ${limit}) found), '[]') as events`.execute(db)
  const [batch] = rows
  if (!batch) throw new Error('a select without from returns one row')
  return batch
}
