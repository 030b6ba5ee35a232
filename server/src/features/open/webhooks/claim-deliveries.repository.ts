import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { type Claimed, oldest } from './sending.repository.ts'

/** Longer than an attempt may take; then another node makes it. */
const leaseSeconds = 60
/** Due events of a webhook that one claim looks at. */
const lookahead = 200
/** Webhooks that one claim looks at. */
const webhooksPerClaim = 200
const noId = '00000000-0000-0000-0000-000000000000'

export type DeliveryQueue = 'healthy' | 'failing'
/** How many deliveries of a webhook are under way. */
export type Hook = { companyId: string; webhookId: string }
type InFlight = Hook & { many: number }
export type Claim = {
  queue: DeliveryQueue
  limit: number
  perCompany: number
  perHook: number
  busy: readonly InFlight[]
}
type Found = {
  claimed: Claimed[]
  /** How many others were held back. */
  held: number
  /** Behind which webhooks were not looked at; undefined: behind none. */
  next: Hook | undefined
}

/** Some webhooks with something that waits, by leaps through an index. */
const hooksAfter = (after: Hook | undefined) => sql<Hook & { ordered: boolean }>`with recursive hooks as (
  (select company_id, webhook_id from webhook_deliveries where state = 'waiting' and id >= ${oldest}
    and (company_id, webhook_id) > (${after?.companyId ?? noId}::uuid, ${after?.webhookId ?? noId}::uuid)
    order by company_id, webhook_id limit 1)
  union all
  select next.company_id, next.webhook_id from hooks cross join lateral (
    select company_id, webhook_id from webhook_deliveries delivery where state = 'waiting' and id >= ${oldest}
      and (delivery.company_id, delivery.webhook_id) > (hooks.company_id, hooks.webhook_id)
    order by company_id, webhook_id limit 1) as next
) select company_id as "companyId", webhook_id as "webhookId", coalesce((select ordered from webhooks
    where webhooks.company_id = hooks.company_id and webhooks.id = hooks.webhook_id), false) as ordered
  from hooks limit ${sql.lit(webhooksPerClaim)}`
const listed = (hooks: readonly Hook[]) => sql`hooks as materialized (
  select * from unnest(${hooks.map(({ companyId }) => companyId)}::uuid[],
    ${hooks.map(({ webhookId }) => webhookId)}::uuid[]) as hooks (company_id, webhook_id))`
const ofHook = sql`company_id = webhooks.company_id and webhook_id = webhooks.id and state = 'waiting'
  and due_at <= now() and id >= ${oldest}`
const isEarlier = sql`earlier.company_id = delivery.company_id and earlier.webhook_id = delivery.webhook_id
  and earlier.entity_id = delivery.entity_id and earlier.state = 'waiting' and earlier.seq < delivery.seq and earlier.id >= ${oldest}`

/** Where order is kept, the last event of the lookahead: behind it there may be any number that are held back. */
const last = sql`(select due_at, seq from webhook_deliveries where webhooks.ordered and ${ofHook}
    order by due_at, seq offset ${sql.lit(lookahead - 1)} limit 1)
  union all select now(), ${sql.lit(Number.MAX_SAFE_INTEGER)} limit 1`
/** Due deliveries of one webhook. Where order is kept, those behind an earlier event of their entity are none. */
const due = sql`select company_id, id from webhook_deliveries delivery
  where ${ofHook} and (webhooks.active or kind = 'test') and (delivery.due_at, delivery.seq) <= (last.due_at, last.seq)
    and (not webhooks.ordered or delivery.entity_id is null or not exists (
      select from webhook_deliveries earlier where ${isEarlier}))
  order by delivery.due_at, delivery.seq limit greatest(places.free, 0)
  for update skip locked`

const claim = ({ queue, limit, perCompany, perHook, busy }: Claim, hooks: readonly Hook[]) =>
  sql<Claimed>`with
    ${listed(hooks)},
    busy as materialized (
      select * from unnest(${busy.map(({ companyId }) => companyId)}::uuid[],
        ${busy.map(({ webhookId }) => webhookId)}::uuid[], ${busy.map(({ many }) => many)}::int[]) as busy (company_id, id, many)
    ),
    companies as materialized (
      select hooks.company_id, array_agg(hooks.webhook_id) as hooks
      from hooks
      join webhooks on webhooks.company_id = hooks.company_id and webhooks.id = hooks.webhook_id
        and (failing_since is null) = ${queue === 'healthy'}
      join open_apps on open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
        and open_apps.locked_at is null and (open_apps.expire_at is null or open_apps.expire_at > now())
      group by hooks.company_id
    ),
    due as materialized (
      select delivery.company_id, delivery.id
      from (
        select company_id, hooks, ${perCompany} - coalesce((
          select sum(many) from busy where busy.company_id = companies.company_id), 0) as free
        from companies order by random()) as companies
      cross join lateral (
        select delivery.company_id, delivery.id
        from (select hook from unnest(companies.hooks) as hook order by random()) as hooks
        cross join lateral (
          select company_id, id, active, ordered from webhooks
          where webhooks.company_id = companies.company_id and webhooks.id = hook limit 1) as webhooks
        cross join lateral (
          select ${perHook} - coalesce((select sum(many) from busy where busy.id = hook), 0) as free) as places
        cross join lateral (${last}) as last
        cross join lateral (${due}) as delivery
        limit greatest(companies.free, 0)
      ) as delivery
      limit ${limit}
    ),
    claimed as (
      update webhook_deliveries delivery
      set tries = tries + 1, tried_at = now(), due_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)})
      from due where delivery.company_id = due.company_id and delivery.id = due.id
      returning delivery.*
    )
    select claimed.company_id as "companyId", claimed.id, webhook_id as "webhookId", event_id as "eventId", seq,
      claimed.kind, event, entity_id as "entityId", entity_name as "entityName", actor, occurred_at as time, tries,
      webhooks.url, open_apps.id as "appId", owner_id as "ownerId",
      (select coalesce(array_agg(sealed order by secret.created_at desc), '{}') from webhook_secrets secret
        where secret.company_id = webhooks.company_id and secret.webhook_id = webhooks.id
          and revoked_at is null and (secret.expire_at is null or secret.expire_at > now())) as secrets
    from claimed
    join webhooks on webhooks.company_id = claimed.company_id and webhooks.id = webhook_id
    join open_apps on open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
    order by claimed.seq`

/**
 * Holds back due events behind an earlier one of their entity until that has ended, so that claims need not read them.
 * The earlier one is locked: an outcome that ends it meanwhile would not see who it releases.
 */
const holdBack = (queue: DeliveryQueue, hooks: readonly Hook[]) =>
  sql`with ${listed(hooks)},
    behind as materialized (
      select delivery.company_id, delivery.id, delivery.tries
      from hooks
      join webhooks on webhooks.company_id = hooks.company_id and webhooks.id = hooks.webhook_id
        and ordered and active and (failing_since is null) = ${queue === 'healthy'}
      cross join lateral (
        select company_id, webhook_id, id, entity_id, seq, tries from webhook_deliveries
        where ${ofHook} order by due_at, seq limit ${sql.lit(lookahead)}) as delivery
      cross join lateral (
        select from webhook_deliveries earlier where ${isEarlier}
        order by earlier.seq desc limit 1 for share skip locked) as earlier
    )
    update webhook_deliveries held set due_at = 'infinity' from behind
    where held.company_id = behind.company_id and held.id = behind.id and held.tries = behind.tries`

/**
 * Leases due deliveries, of each webhook and of each company as many as it has free places, so that none takes those of
 * another; nodes get different ones. Where order is kept, an event waits until the earlier ones of its entity have
 * ended. Takes behind which webhook to begin; undefined: at the first.
 */
export const claimDeliveries = async (db: Db, asked: Claim, after?: Hook): Promise<Found> => {
  // A burst is one instant and unknown to the planner, which would sort all of it for each claim.
  const byIndex = sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`
  const [, { rows: hooks }] = await Promise.all([byIndex.execute(db), hooksAfter(after).execute(db)])
  if (hooks.length === 0) return { claimed: [], held: 0, next: undefined }
  const next = hooks.length === webhooksPerClaim ? hooks.at(-1) : undefined
  const { rows } = await claim(asked, hooks).execute(db)
  const ordered = hooks.filter((hook) => hook.ordered)
  if (rows.length === asked.limit || ordered.length === 0) return { claimed: rows, held: 0, next }
  const { numAffectedRows = 0n } = await holdBack(asked.queue, ordered).execute(db)
  return { claimed: rows, held: Number(numAffectedRows), next }
}
