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

/** Copies a webhook a number of times, each with a delivery that waits for later. */
export const addWaitingHooks = async (db: Db, hookId: string, many: number) => {
  await sql`insert into webhooks (company_id, id, app_id, url, events, created_by, updated_by)
    select company_id, gen_random_uuid(), app_id, url, events, created_by, updated_by
    from webhooks, generate_series(1, ${many}::int) where id = ${hookId}`.execute(db)
  await sql`insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, occurred_at, due_at)
    select company_id, time_ordered_id(), id, 'event', gen_random_uuid(), 1, 'post.created', now(), now() + interval '1 hour'
    from webhooks where app_id = (select app_id from webhooks where id = ${hookId})`.execute(db)
}
/** The webhook that claims come to last. */
export const lastWaitingHook = async (db: Db, companyId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where company_id = ${companyId} order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? ''
}
/** Has the receiver of a webhook failed, with the first events of a thousand entities to be sent later. */
export const failFirstDeliveries = async (db: Db, hookId: string) => {
  await sql`update webhooks set failing_since = now() where id = ${hookId}`.execute(db)
  await sql`update webhook_deliveries set due_at = now() + interval '5 minutes', tries = 1
    where webhook_id = ${hookId} and seq <= 1000`.execute(db)
}
/** Has a delivery due now. */
export const makeDue = (db: Db, hookId: string, seq: number) =>
  sql`update webhook_deliveries set due_at = now() where webhook_id = ${hookId} and seq = ${seq}`.execute(db)
/** Has the first delivery wait for more than three days, and all others be held back. */
export const makeFirstOverdue = async (db: Db, hookId: string) => {
  await sql`update webhook_deliveries set due_at = 'infinity' where webhook_id = ${hookId} and seq > 1`.execute(db)
  await sql`update webhook_deliveries set due_at = now() + interval '1 hour', id = id_at(now() - interval '73 hours')
    where webhook_id = ${hookId} and seq = 1`.execute(db)
}
/** Runs a statement of the retention. */
export const runRetention = (db: Db, statement: string) => sql.raw(statement).execute(db)
export const readDeliveries = async (db: Db, hookId: string, entityIds: readonly string[]) =>
  (
    await sql<{ seq: number; state: string; held: boolean }>`
      select seq, state, due_at = 'infinity' as held from webhook_deliveries
      where webhook_id = ${hookId} and entity_id = any(${entityIds}::text[]) order by seq`.execute(db)
  ).rows

/** Rows of deliveries that this transaction has read so far. */
export const deliveriesRead = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ read: number }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read
    from pg_stat_xact_user_tables where starts_with(relname, 'webhook_deliveries')`.execute(db)
  return rows[0]?.read ?? Number.NaN
}
