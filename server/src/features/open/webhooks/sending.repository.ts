import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Longer than an attempt may take; then another node makes it. */
const leaseSeconds = 60
/** Attempts end within a day; what has waited longer belongs to an application that was locked meanwhile. */
const oldest = sql`id_at(now() - interval '3 days')`

export type Claimed = {
  companyId: string
  id: string
  webhookId: string
  eventId: string
  kind: 'event' | 'replay' | 'test'
  event: string
  entityId: string | null
  entityName: string | null
  actor: { id: string; name: string } | null
  time: string
  /** The present attempt included. */
  tries: number
  url: string
  /** Sealed; the newest first. */
  secrets: string[]
  appId: string
  ownerId: string | null
}
export type Outcome = {
  claimed: Claimed
  state: 'sent' | 'failed' | 'dropped' | 'waiting'
  /** Until the next attempt. */
  waitSeconds: number
  status: number | null
  ms: number | null
  problem: string
  request: string
  answer: string
}
export type Lane = 'healthy' | 'failing'
type Claim = { lane: Lane; limit: number; perHook: number; busy: ReadonlyMap<string, number> }

const of = <K extends keyof Outcome>(outcomes: readonly Outcome[], key: K) => outcomes.map((each) => each[key])
const claimedOf = <K extends keyof Claimed>(outcomes: readonly Outcome[], key: K) =>
  outcomes.map(({ claimed }) => claimed[key])

export const sendingRepository = {
  /**
   * Leases due deliveries, of each webhook as many as it has free places, so that none takes those of another; nodes get
   * different ones. Where order is kept, an event waits until the earlier ones of its entity have ended.
   */
  async claim(db: Db, { lane, limit, perHook, busy }: Claim): Promise<Claimed[]> {
    // A burst is one instant and unknown to the planner, which would sort all of it for each claim.
    const byIndex = sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`
    const claiming = sql<Claimed>`with recursive
      hooks as (
        (select company_id, webhook_id from webhook_deliveries where state = 'waiting' and id >= ${oldest}
          order by company_id, webhook_id limit 1)
        union all
        select next.company_id, next.webhook_id from hooks cross join lateral (
          select company_id, webhook_id from webhook_deliveries told where state = 'waiting' and id >= ${oldest}
            and (told.company_id, told.webhook_id) > (hooks.company_id, hooks.webhook_id)
          order by company_id, webhook_id limit 1) as next
      ),
      due as materialized (
        select told.company_id, told.id
        from (select * from hooks order by random()) as hooks
        join webhooks on webhooks.company_id = hooks.company_id and webhooks.id = hooks.webhook_id
          and (failing_since is null) = ${lane === 'healthy'}
        join open_apps on open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
          and open_apps.locked_at is null and (open_apps.expire_at is null or open_apps.expire_at > now())
        left join unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) as busy (id, many)
          on busy.id = webhooks.id
        cross join lateral (
          select company_id, id from webhook_deliveries told
          where told.company_id = webhooks.company_id and told.webhook_id = webhooks.id and told.state = 'waiting'
            and told.due_at <= now() and told.id >= ${oldest} and (webhooks.active or told.kind = 'test')
            and (not webhooks.ordered or told.entity_id is null or not exists (
              select from webhook_deliveries earlier
              where earlier.company_id = told.company_id and earlier.webhook_id = told.webhook_id
                and earlier.entity_id = told.entity_id and earlier.state = 'waiting' and earlier.seq < told.seq
                and earlier.id >= ${oldest}))
          order by told.due_at, told.seq
          limit greatest(${perHook} - coalesce(busy.many, 0), 0)
          for update skip locked
        ) as told
        limit ${limit}
      ),
      claimed as (
        update webhook_deliveries told
        set tries = tries + 1, tried_at = now(), due_at = now() + make_interval(secs => ${leaseSeconds})
        from due where told.company_id = due.company_id and told.id = due.id
        returning told.*
      )
      select claimed.company_id as "companyId", claimed.id, webhook_id as "webhookId", event_id as "eventId",
        claimed.kind, event,
        entity_id as "entityId", entity_name as "entityName", actor, occurred_at as time, tries, webhooks.url,
        open_apps.id as "appId", owner_id as "ownerId",
        (select coalesce(array_agg(sealed order by secret.created_at desc), '{}') from webhook_secrets secret
          where secret.company_id = webhooks.company_id and secret.webhook_id = webhooks.id
            and revoked_at is null and (secret.expire_at is null or secret.expire_at > now())) as secrets
      from claimed
      join webhooks on webhooks.company_id = claimed.company_id and webhooks.id = webhook_id
      join open_apps on open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
      order by claimed.seq`
    const [, { rows }] = await Promise.all([byIndex.execute(db), claiming.execute(db)])
    return rows
  },

  /** Saves outcomes, unless another attempt has begun since. */
  save: (db: Db, outcomes: readonly Outcome[]) =>
    sql`update webhook_deliveries told
      set state = outcome.state, due_at = now() + make_interval(secs => outcome.wait), status = outcome.status,
        ms = outcome.ms, problem = outcome.problem, request = outcome.request, answer = outcome.answer
      from unnest(${claimedOf(outcomes, 'companyId')}::uuid[], ${claimedOf(outcomes, 'id')}::uuid[],
        ${claimedOf(outcomes, 'tries')}::int[], ${of(outcomes, 'state')}::text[], ${of(outcomes, 'waitSeconds')}::int[],
        ${of(outcomes, 'status')}::int[], ${of(outcomes, 'ms')}::int[], ${of(outcomes, 'problem')}::text[],
        ${of(outcomes, 'request')}::text[], ${of(outcomes, 'answer')}::text[])
        as outcome (company_id, id, tries, state, wait, status, ms, problem, request, answer)
      where told.company_id = outcome.company_id and told.id = outcome.id and told.state = 'waiting'
        and told.tries = outcome.tries`.execute(db),
  /** Remembers whether webhooks answer, in one order on all nodes. In: those whose last attempt failed, and the others. */
  markHealth: (db: Db, failing: readonly Outcome[], answering: readonly Outcome[]) =>
    sql`update webhooks set failing_since = case when changed.fails then now() end
      from (
        select webhooks.company_id, webhooks.id, fails
        from (
          select unnest(${claimedOf(failing, 'companyId')}::uuid[]) as company_id, unnest(${claimedOf(failing, 'webhookId')}::uuid[]) as id, true as fails
          union select unnest(${claimedOf(answering, 'companyId')}::uuid[]), unnest(${claimedOf(answering, 'webhookId')}::uuid[]), false
        ) as told
        join webhooks using (company_id, id)
        where (failing_since is not null) <> fails
        order by company_id, id for update of webhooks
      ) as changed
      where webhooks.company_id = changed.company_id and webhooks.id = changed.id`.execute(db),

  /** Switches a webhook off that has failed for so long. Out: what its owner is told; undefined if it stays on. */
  async stop(db: Db, { companyId, webhookId }: Claimed, reason: string, afterHours: number) {
    const { rows } = await sql<{ app: string; url: string; account: string | null; companyName: string }>`
      update webhooks set active = false, stop_reason = ${reason}, version = webhooks.version + 1, updated_at = now()
      from open_apps join companies on companies.id = open_apps.company_id
        left join users on users.company_id = open_apps.company_id and users.id = open_apps.owner_id
      where webhooks.company_id = ${companyId} and webhooks.id = ${webhookId} and webhooks.active
        and webhooks.failing_since <= now() - ${afterHours} * interval '1 hour'
        and open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
      returning open_apps.name as app, webhooks.url, users.account, companies.name as "companyName"`.execute(db)
    if (rows[0])
      await sql`update webhook_deliveries set state = 'dropped', problem = ${reason}
        where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(db)
    return rows[0]
  },
}
