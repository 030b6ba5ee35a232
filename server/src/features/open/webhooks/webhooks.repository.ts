import type { WebhookWrite } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import type { WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
/** Valid secrets, and those that ended within the last month. */
const secrets = sql<WebhookRow['secrets']>`coalesce((
  select json_agg(json_build_object('id', secret.id, 'hint', hint, 'createBy', created_by,
    'createTime', ${iso('created_at')}, 'expireTime', ${iso('coalesce(revoked_at, expire_at)')},
    'state', case when revoked_at is not null then 'revoked' when expire_at <= now() then 'expired'
      when replaced_at is not null then 'rotating' else 'live' end) order by created_at desc, secret.id desc)
  from webhook_secrets secret
  where secret.company_id = webhooks.company_id and secret.webhook_id = webhooks.id
    and coalesce(revoked_at, expire_at, now()) > now() - interval '30 days'), '[]')`
const counted = sql`(select json_build_object(
    'sent', count(*) filter (where state = 'sent'), 'failed', count(*) filter (where state = 'failed'),
    'waiting', count(*) filter (where state = 'waiting'))
  from webhook_deliveries delivery
  where delivery.company_id = webhooks.company_id and delivery.webhook_id = webhooks.id
    and delivery.id >= id_at(now() - interval '24 hours'))`
type Counted = Pick<WebhookRow, 'sent' | 'failed' | 'waiting'>

const selectHooks = (db: Db, appId: string) =>
  db
    .selectFrom('webhooks')
    .where('app_id', '=', appId)
    .select([
      'webhooks.id',
      'url',
      'events',
      'ordered',
      'active',
      'failing_since as failingSince',
      'stop_reason as stopReason',
      secrets.as('secrets'),
      counted.$castTo<Counted>().as('counted'),
      'created_at as createTime',
      'created_by as createBy',
      'updated_at as updateTime',
      'updated_by as updateBy',
      'version',
    ])
    .$castTo<Omit<WebhookRow, keyof Counted> & { counted: Counted }>()
const toRow = ({ counted: counts, ...hook }: Omit<WebhookRow, keyof Counted> & { counted: Counted }): WebhookRow => ({
  ...hook,
  ...counts,
})

export const webhooksRepository = {
  list: async (db: Db, appId: string) =>
    (await selectHooks(db, appId).orderBy('created_at').orderBy('webhooks.id').execute()).map(toRow),
  async find(db: Db, appId: string, id: string): Promise<WebhookRow | undefined> {
    const found = await selectHooks(db, appId).where('webhooks.id', '=', id).executeTakeFirst()
    return found && toRow(found)
  },
  count: async (db: Db, appId: string) =>
    (
      await db
        .selectFrom('webhooks')
        .where('app_id', '=', appId)
        .select(sql<number>`count(*)`.as('many'))
        .executeTakeFirst()
    )?.many ?? 0,

  async insert(db: Db, appId: string, { url, events, ordered, active }: WebhookWrite, by: Person): Promise<string> {
    const [id, person] = [newId(), JSON.stringify(by)]
    await db
      .insertInto('webhooks')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        app_id: appId,
        url,
        events,
        ordered,
        active,
        created_by: person,
        updated_by: person,
      })
      .execute()
    return id
  },
  /** Switching it on forgets why it was off. */
  update: (db: Db, id: string, { url, events, ordered, active }: WebhookWrite, by: Person) =>
    db
      .updateTable('webhooks')
      .set({
        url,
        events,
        ordered,
        active,
        ...updateStamps(by),
        ...(active && { stop_reason: '', failing_since: null }),
      })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string) => db.deleteFrom('webhooks').where('id', '=', id).execute(),
  removeDeliveries: (db: Db, id: string) =>
    db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).where('state', '=', 'waiting').execute(),
  /** Lets all events go on that were held back by earlier ones of their entity. */
  releaseAll: (db: Db, id: string) =>
    db
      .updateTable('webhook_deliveries')
      .set({ due_at: sql`now()` })
      .where('webhook_id', '=', id)
      .where('state', '=', 'waiting')
      .where(sql<boolean>`due_at = 'infinity'`)
      .execute(),
  /** What a webhook that is switched off had still to send. */
  dropWaiting: (db: Db, id: string, problem: string) =>
    db
      .updateTable('webhook_deliveries')
      .set({ state: 'dropped', problem })
      .where('webhook_id', '=', id)
      .where('state', '=', 'waiting')
      .execute(),
}
