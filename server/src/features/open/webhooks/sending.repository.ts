import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Attempts end within a day; what has waited longer belongs to an application that was locked meanwhile. */
export const oldest = sql`id_at(now() - interval '3 days')`

export type Claimed = {
  companyId: string
  id: string
  webhookId: string
  eventId: string
  seq: number
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
const of = <K extends keyof Outcome>(outcomes: readonly Outcome[], key: K) => outcomes.map((each) => each[key])
const pickClaimed = <K extends keyof Claimed>(outcomes: readonly Outcome[], key: K) =>
  outcomes.map(({ claimed }) => claimed[key])

export const sendingRepository = {
  /** Saves outcomes, unless another attempt has begun since. */
  save: (db: Db, outcomes: readonly Outcome[]) =>
    sql`update webhook_deliveries delivery
      set state = outcome.state, due_at = now() + make_interval(secs => outcome.wait), status = outcome.status,
        ms = outcome.ms, problem = outcome.problem, request = outcome.request, answer = outcome.answer
      from unnest(${pickClaimed(outcomes, 'companyId')}::uuid[], ${pickClaimed(outcomes, 'id')}::uuid[],
        ${pickClaimed(outcomes, 'tries')}::int[], ${of(outcomes, 'state')}::text[], ${of(outcomes, 'waitSeconds')}::int[],
        ${of(outcomes, 'status')}::int[], ${of(outcomes, 'ms')}::int[], ${of(outcomes, 'problem')}::text[],
        ${of(outcomes, 'request')}::text[], ${of(outcomes, 'answer')}::text[])
        as outcome (company_id, id, tries, state, wait, status, ms, problem, request, answer)
      where delivery.company_id = outcome.company_id and delivery.id = outcome.id and delivery.state = 'waiting'
        and delivery.tries = outcome.tries`.execute(db),
  /**
   * Lets the events go on that were held back by deliveries which have ended. Whether a webhook holds any back is asked
   * here: it may have begun to keep order since they were claimed.
   */
  release: (db: Db, ended: readonly Outcome[]) =>
    sql`update webhook_deliveries delivery set due_at = now()
      from (
        select following.company_id, following.id
        from unnest(${pickClaimed(ended, 'companyId')}::uuid[], ${pickClaimed(ended, 'webhookId')}::uuid[],
          ${pickClaimed(ended, 'entityId')}::text[], ${pickClaimed(ended, 'seq')}::bigint[])
          as ended (company_id, webhook_id, entity_id, seq)
        join (
          select company_id, webhook_id from (
            select distinct * from unnest(${pickClaimed(ended, 'companyId')}::uuid[], ${pickClaimed(ended, 'webhookId')}::uuid[])
              as hook (company_id, webhook_id)) as hook
          where exists (
            select from webhook_deliveries held where held.company_id = hook.company_id
              and held.webhook_id = hook.webhook_id and held.state = 'waiting' and held.due_at = 'infinity'
              and held.id >= ${oldest})
        ) as holding using (company_id, webhook_id)
        cross join lateral (
          select company_id, id from webhook_deliveries later
          where later.company_id = ended.company_id and later.webhook_id = ended.webhook_id
            and later.entity_id = ended.entity_id and later.state = 'waiting' and later.seq >= ended.seq
            and later.id >= ${oldest}
          order by later.seq limit 1
        ) as following
      ) as next
      where delivery.company_id = next.company_id and delivery.id = next.id and delivery.due_at = 'infinity'`.execute(
      db,
    ),
  /**
   * Remembers whether webhooks answer, in one order on all nodes. Takes those whose last attempt failed, and the
   * others.
   */
  markHealth: (db: Db, failing: readonly Outcome[], answering: readonly Outcome[]) =>
    sql`update webhooks set failing_since = case when changed.fails then now() end
      from (
        select webhooks.company_id, webhooks.id, fails
        from (
          select unnest(${pickClaimed(failing, 'companyId')}::uuid[]) as company_id, unnest(${pickClaimed(failing, 'webhookId')}::uuid[]) as id, true as fails
          union select unnest(${pickClaimed(answering, 'companyId')}::uuid[]), unnest(${pickClaimed(answering, 'webhookId')}::uuid[]), false
        ) as delivery
        join webhooks using (company_id, id)
        where (failing_since is not null) <> fails
        order by company_id, id for update of webhooks
      ) as changed
      where webhooks.company_id = changed.company_id and webhooks.id = changed.id`.execute(db),

  /**
   * Switches a webhook off that has failed for so long.
   * @returns what its owner is notified of; undefined if it stays on.
   */
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
