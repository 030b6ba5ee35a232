import type { AlarmKind } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { startOfDay } from '../open-apis/index.ts'

/** Something that the owner of an application should know. */
export type Alarm = {
  companyId: string
  company: string
  appId: string
  app: string
  /** The owner's. */
  account: string
  kind: AlarmKind
  /** The API or the secret; zero for the application itself. */
  subjectId: string
  /** Name of the API, or the last characters of the secret; empty for the application itself. */
  subject: string
  /** Calls and their failures, or calls and their limit; null otherwise. */
  part: number | null
  whole: number | null
  /** Since when failures are counted, or when a secret or an API ends. */
  time: string | null
}

const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`
/** Fewer calls say nothing about a share. */
const [leastCalls, failingShare, quotaShare] = [50, 0.2, 0.8]
const callsOfGrant = sql`open_call_sums sums where sums.company_id = apps.company_id and sums.app_id = apps.id
  and sums.api_id = held.api_id`
const callsOfApp = sql`open_call_sums sums where sums.company_id = apps.company_id and sums.app_id = apps.id`
const calledInMonth = sql`sums.hour >= now() - interval '30 days' and sums.calls > sums.refusals`

/**
 * Found now, each with the time since which having been notified of it counts: the day for what may pass, a month for
 * what stays, a week and a day before a secret ends.
 */
const found = sql`
  select 'errors' as kind, ${none} as subject_id, '' as subject, failed as part, calls as whole,
    date_trunc('hour', now()) - interval '1 hour' as time, ${startOfDay} as since, company_id, app_id
  from (select company_id, app_id, sum(errors + refusals) as failed, sum(calls) as calls from open_call_sums
    where hour >= date_trunc('hour', now()) - interval '1 hour' group by company_id, app_id) recent
  where calls >= ${sql.lit(leastCalls)} and failed >= ${sql.lit(failingShare)} * calls
  union all
  select 'quota', ${none}, '', used, quota_per_day, null, ${startOfDay}, company_id, id
  from open_apps apps cross join lateral (
    select coalesce(sum(calls - refusals), 0) as used from ${callsOfApp} and hour >= ${startOfDay}) today
  where used >= ${sql.lit(quotaShare)} * quota_per_day
  union all
  select 'quota', held.api_id, api.name, used, coalesce(held.quota_per_day, api.quota_per_day), null, ${startOfDay},
    apps.company_id, apps.id
  from open_apps apps join open_app_apis held on held.company_id = apps.company_id and held.app_id = apps.id
    join open_apis api on api.id = held.api_id cross join lateral (
    select coalesce(sum(calls - refusals), 0) as used from ${callsOfGrant} and hour >= ${startOfDay}) today
  where used >= ${sql.lit(quotaShare)} * coalesce(held.quota_per_day, api.quota_per_day)
  union all
  select 'secret', id, hint, null, null, expire_at,
    expire_at - case when expire_at <= now() + interval '1 day' then interval '1 day' else interval '7 days' end, company_id, app_id
  from open_app_secrets
  where revoked_at is null and replaced_at is null and expire_at > now() and expire_at <= now() + interval '7 days'
  union all
  select 'idle', ${none}, '', null, null, null, now() - interval '30 days', company_id, id
  from open_apps apps
  where created_at <= now() - interval '30 days'
    and exists (select from open_app_apis held where held.company_id = apps.company_id and held.app_id = apps.id)
    and not exists (select from ${callsOfApp} and ${calledInMonth})
  union all
  select 'idle', held.api_id, api.name, null, null, null, now() - interval '30 days', apps.company_id, apps.id
  from open_apps apps join open_app_apis held on held.company_id = apps.company_id and held.app_id = apps.id
    join open_apis api on api.id = held.api_id
  where api.status = 'online' and held.created_at <= now() - interval '30 days'
    and exists (select from ${callsOfApp} and ${calledInMonth}) and not exists (select from ${callsOfGrant} and ${calledInMonth})
  union all
  select 'deprecated', api.id, api.name, null, null, api.sunset_at, api.deprecated_at, held.company_id, held.app_id
  from open_app_apis held join open_apis api on api.id = held.api_id
  where api.status = 'deprecated' and (held.expire_at is null or held.expire_at > now())`

export const appAlarmsRepository = {
  /**
   * Takes alarms of usable applications that their owners were not notified of; no other node gets them. Takes how many
   * at most. Requires platform reach.
   */
  async take(db: Db, limit: number): Promise<Alarm[]> {
    const { rows } = await sql<Alarm>`
      with due as (
        select found.*, apps.name as app, companies.name as company, users.account from (${found}) found
          join open_apps apps on apps.company_id = found.company_id and apps.id = found.app_id
          join companies on companies.id = found.company_id
          join users on users.company_id = apps.company_id and users.id = apps.owner_id and users.deleted_at is null
          left join open_alarms former on former.company_id = found.company_id and former.app_id = found.app_id
            and former.kind = found.kind and former.subject_id = found.subject_id
        where apps.locked_at is null and (apps.expire_at is null or apps.expire_at > now())
          and (former.told_at is null or former.told_at < found.since)
        order by found.company_id, found.app_id, found.kind, found.subject_id limit ${limit}),
      taken as (
        insert into open_alarms as former (company_id, app_id, kind, subject_id)
        select company_id, app_id, kind, subject_id from due
        on conflict (company_id, app_id, kind, subject_id) do update set told_at = excluded.told_at
          where former.told_at < (select since from due where due.company_id = former.company_id and due.app_id = former.app_id
            and due.kind = former.kind and due.subject_id = former.subject_id)
        returning company_id, app_id, kind, subject_id)
      select company_id as "companyId", company, app_id as "appId", app, account, kind, subject_id as "subjectId", subject,
        part, whole, time
      from due join taken using (company_id, app_id, kind, subject_id)
      order by company_id, app_id, kind, subject`.execute(db)
    return rows
  },
}
