import type { DeliveryRow, ReplayImpact } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import type { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import { newId } from '../../../kernel/ids.ts'

export type DeliveriesQuery = InputOf<typeof webhooksContract.deliveries>['query']
type Asked = { appId: string; hookId: string; query: DeliveriesQuery; timeZone: string }
export type Replay = { hookId: string; time: string; failedOnly: boolean; timeZone: string }

const filtered = (db: Db, { appId, hookId, query, timeZone }: Asked) => {
  let rows = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', hookId)
    .where(sql<boolean>`exists (select from webhooks where app_id = ${appId} and webhooks.id = ${hookId})`)
  const range = query['f.time'] === undefined ? undefined : parseTimeRange(query['f.time'], timeZone)
  // The id begins with the time: it leads to the partitions of the range.
  if (range)
    rows = rows
      .where('id', '>=', sql<string>`id_at(${range.from}::timestamptz)`)
      .where('id', '<', sql<string>`id_at(${range.before}::timestamptz)`)
  if (query['f.state']) rows = rows.where('state', '=', query['f.state'])
  const { search } = query
  if (search)
    rows = rows.where((eb) =>
      eb.or([
        eb('event', '=', search),
        eb('entity_id', '=', search.toLowerCase()),
        eb(sql<string>`event_id::text`, '=', search.toLowerCase().replace(/^evt_/, '')),
      ]),
    )
  return rows
}
const selected = (rows: ReturnType<typeof filtered>) =>
  rows
    .select([
      'id',
      'event_id as eventId',
      'event',
      'kind',
      'occurred_at as time',
      'state',
      'tries',
      'tried_at as lastTime',
      // Without a time while an earlier event of its entity has not ended.
      sql<string | null>`case when state = 'waiting' then nullif(due_at, 'infinity') end`.as('dueTime'),
      'status',
      'ms',
      'problem',
    ])
    .$castTo<DeliveryRow>()

/** The events of a range to be sent again, each once; of those with a failed delivery alone, unless one has arrived since. */
const replayed = ({ hookId, time, failedOnly, timeZone }: Replay) => {
  const { from, before } = parseTimeRange(time, timeZone)
  return sql`select distinct on (event_id) * from webhook_deliveries delivery
    where delivery.webhook_id = ${hookId} and delivery.kind = 'event' and delivery.state <> 'waiting'
      and delivery.occurred_at >= ${from} and delivery.occurred_at < ${before} and delivery.id >= id_at(${from})
      and (not ${failedOnly}::boolean or delivery.state <> 'sent' and not exists (
        select from webhook_deliveries later where later.company_id = delivery.company_id and later.webhook_id = delivery.webhook_id
          and later.event_id = delivery.event_id and later.state in ('sent', 'waiting') and later.id > delivery.id))
    order by event_id`
}
const copied = sql`company_id, time_ordered_id(), webhook_id, case kind when 'test' then kind else 'replay' end, event_id, seq, event, entity_id,
  entity_name, actor, occurred_at`
const copiedColumns = sql`company_id, id, webhook_id, kind, event_id, seq, event, entity_id, entity_name, actor, occurred_at`

export const deliveriesRepository = {
  list(db: Db, asked: Asked) {
    const found = filtered(db, asked)
    return fetchPage(db, asked.query, selected(found).orderBy('id', 'desc'), found)
  },
  find: (db: Db, hookId: string, id: string) =>
    selected(db.selectFrom('webhook_deliveries').where('webhook_id', '=', hookId).where('id', '=', id))
      .select(['request', 'answer'])
      .executeTakeFirst(),

  async insertTest(db: Db, hookId: string, event: string, actor: { id: string; name: string }): Promise<string> {
    const id = newId()
    await db
      .insertInto('webhook_deliveries')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        webhook_id: hookId,
        kind: 'test',
        event_id: id,
        seq: 0,
        event,
        actor: JSON.stringify(actor),
        occurred_at: sql<string>`now()`,
      })
      .execute()
    return id
  },
  /** @returns the id of the new delivery */
  async replay(db: Db, id: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`insert into webhook_deliveries (${copiedColumns})
      select ${copied} from webhook_deliveries where id = ${id} returning id`.execute(db)
    return rows[0]?.id ?? ''
  },
  async countReplayed(db: Db, replay: Replay): Promise<ReplayImpact> {
    const { rows } = await sql<ReplayImpact>`select count(*)::int as deliveries, count(distinct event)::int as events
      from (${replayed(replay)}) as delivery`.execute(db)
    return rows[0] ?? { deliveries: 0, events: 0 }
  },
  replayAll: (db: Db, replay: Replay) =>
    sql`insert into webhook_deliveries (${copiedColumns})
      select ${copied} from (${replayed(replay)}) as delivery order by seq`.execute(db),
}
