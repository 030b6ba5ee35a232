import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/database.ts'

/** Writes deliveries of a webhook that are due at the same moment, a thousand entities in turn. */
export const addDueDeliveries = (
  db: Db,
  { companyId, hookId, many }: Record<'companyId' | 'hookId', string> & { many: number },
) =>
  sql`insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, entity_id, occurred_at)
    select ${companyId}, time_ordered_id(), ${hookId}, 'event', gen_random_uuid(), nth, 'post.created', nth % 1000, now()
    from generate_series(1, ${many}::int) as nth`.execute(db)

/** Rows of deliveries that this transaction has read so far. */
export const deliveriesRead = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ read: number }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read
    from pg_stat_xact_user_tables where starts_with(relname, 'webhook_deliveries')`.execute(db)
  return rows[0]?.read ?? Number.NaN
}
