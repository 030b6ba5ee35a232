import { termDays } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { isAdminRole } from '../../access/authorization/index.ts'
import { lacksSecondStep, tenantUsage, usageJson } from '../../tenancy/tenants/index.ts'

/** Two periods of thirty days, with days cut by time zones. */
const daysKept = 62
const monthsKept = 12
const idleDays = 60

/** Rows of the log since the last count. Their events are literals, for the partial index. */
const freshSignIns = sql`
  select companies.id as company_id, companies.platform, log.seq, log.time at time zone 'UTC' as at
  from companies left join sign_in_marks marks on marks.company_id = companies.id
    cross join lateral (
      select seq, time from audit_log
      where audit_log.company_id = companies.id and audit_log.seq > coalesce(marks.seq, 0) and ok
        and event in ('session.started', 'portalSession.started')) as log`

/** Adds what has happened since the last count. */
const countSignIns = (db: Db, platformCompany: string) =>
  sql`
  with fresh as materialized (${freshSignIns}),
    marked as (
      insert into sign_in_marks (company_id, seq) select company_id, max(seq) from fresh group by company_id
      on conflict (company_id) do update set seq = excluded.seq),
    hourly as (
      select company_id, at::date as day, extract(hour from at)::int as hour, count(*)::int as times
      from fresh where not platform group by 1, 2, 3
      union all
      select ${platformCompany}::uuid, at::date, extract(hour from at)::int, count(*)::int from fresh group by 2, 3),
    days as (select distinct company_id, day from hourly where day > current_date - ${daysKept}::int)
  insert into sign_in_days (company_id, day, hours)
  select company_id, day, array_agg(coalesce(times, 0) order by hour)
  from days cross join generate_series(0, 23) as every (hour) left join hourly using (company_id, day, hour)
  group by company_id, day
  on conflict (company_id, day) do update set hours = (
    select array_agg(former + added order by place)
    from unnest(sign_in_days.hours, excluded.hours) with ordinality as both_of (former, added, place))`.execute(db)

const localMonth = (column: string) =>
  sql`date_trunc('month', ${sql.ref(column)} at time zone ${sql.lit(platformZone)})::date`
/** Counts the months from the last counted one on; twelve at first. */
const countGrowth = (db: Db, platformCompany: string) =>
  sql`
  with period as materialized (
    select (date_trunc('month', now() at time zone ${sql.lit(platformZone)}))::date as current,
      coalesce((select max(month) from growth_months where company_id = ${platformCompany}),
        date_trunc('month', now() at time zone ${sql.lit(platformZone)}) - make_interval(months => ${monthsKept - 1}))::date as since),
    -- The offset keeps to each company's index on the time: a month is a small part of all users.
    users_added as (
      select companies.id as company_id, ${localMonth('added.created_at')} as month, count(*)::int as added
      from companies cross join lateral (
        select created_at from users where users.company_id = companies.id and deleted_at is null
          and created_at >= (select since::timestamp at time zone ${sql.lit(platformZone)} from period) offset 0) as added
      group by 1, 2),
    companies_added as (
      select ${localMonth('created_at')} as month, count(*)::int as added
      from companies where not platform and not members
        and created_at >= (select since::timestamp at time zone ${sql.lit(platformZone)} from period) group by 1),
    months as (
      select generate_series(since::timestamp, current::timestamp, '1 month')::date as month from period),
    own as (
      select headcounts.company_id, month, coalesce(added, 0) as added, headcounts.people
      from headcounts join companies on companies.id = headcounts.company_id and not companies.platform cross join months
        left join users_added using (company_id, month)),
    every_company as (
      select month, coalesce((select sum(added) from users_added where users_added.month = months.month), 0)::int as added,
        coalesce((select added from companies_added where companies_added.month = months.month), 0) as companies
      from months)
  insert into growth_months (company_id, month, new_users, new_companies, users, companies)
  select company_id, month, added, 0, people, 0 from own where added > 0 or month = (select current from period)
  union all
  select ${platformCompany}, month, added, companies, (select coalesce(sum(people), 0) from headcounts),
    (select count(*) from companies where not platform and not members)
  from every_company
  on conflict (company_id, month) do update
    set new_users = excluded.new_users, new_companies = excluded.new_companies, users = excluded.users,
      companies = excluded.companies
    where growth_months is distinct from excluded`.execute(db)

const administrators = sql`
  select companies.top_id as tenant, users.company_id, users.id,
    coalesce(users.principal_company_id, users.company_id) as signs_in_at, not ${lacksSecondStep} as has_step
  from (select company_id, id from roles where roles.status = 1 and ${isAdminRole} offset 0) as roles
    join user_roles assignment on assignment.company_id = roles.company_id and assignment.role_id = roles.id
    join users on users.company_id = assignment.company_id and users.id = assignment.user_id and status_of(users) = 1
    join companies on companies.id = users.company_id
    left join users principal on principal.company_id = users.principal_company_id and principal.id = users.principal_id
  where in_force(assignment)`
const signedIn = sql`(
  select max(last.time) from (values ('session.started'), ('portalSession.started')) as started (event)
    cross join lateral (select time from audit_log
      where company_id = administrators.company_id and actor_id = administrators.id and audit_log.event = started.event
        and ok order by seq desc limit 1) as last)`

const faultRows = sql`
  with administrators as materialized (${administrators}),
    guarded as (
      select tenant, count(*)::int as admins, bool_or(has_step) as has_step, max(${signedIn}) as last
      from administrators group by tenant),
    used as materialized (
      select tenants.company_id, ${usageJson} as used, coalesce(tenants.most_users, plans.most_users) as users,
        coalesce(tenants.most_sms, plans.most_sms) as sms, coalesce(tenants.most_storage, plans.most_storage) as storage
      from tenants join plans on plans.id = tenants.plan_id where tenants.erase_at is null),
    full_quotas as (
      select distinct on (company_id) company_id, quota, amount, most, amount / most as share
      from used cross join lateral (values ('users', used.users), ('sms', used.sms), ('storage', used.storage))
          as each (quota, most) cross join lateral (select (used.used->>quota)::numeric as amount) as now_used
      where amount > most order by company_id, amount / most desc),
    failed as (
      select companies.top_id as tenant, sum(failed_calls.times)::int as times,
        mode() within group (order by failed_calls.code) as code
      from failed_calls join companies on companies.id = failed_calls.company_id
      where last_at > now() - interval '1 day' group by 1)
  select company_id, 'quota' as kind, -share as urgency, json_build_object('quota', quota, 'amount', amount, 'limit', most) as detail
  from full_quotas
  union all
  select company_id, 'expiring', extract(epoch from expire_at), json_build_object('time', expire_at)
  from tenants where erase_at is null and expire_at between now() and now() + make_interval(days => ${termDays})
  union all
  select tenant, 'idleAdmin', coalesce(extract(epoch from last), 0), json_build_object('time', last, 'amount', admins)
  from guarded join companies on companies.id = tenant
  where greatest(last, companies.created_at) < now() - make_interval(days => ${idleDays})
  union all
  select tenant, 'noSecondStep', -admins, json_build_object('amount', admins) from guarded where not has_step
  union all
  select tenant, 'failures', -times, json_build_object('amount', times, 'limit', code) from failed`

/** Replaces the faults of all tenants. */
const countFaults = async (db: Db) => {
  await sql`delete from tenant_faults`.execute(db)
  await sql`
    with found as (${faultRows}),
      placed as (
        insert into tenant_faults (company_id, kind, place, name, detail)
        select found.company_id, kind, row_number() over (partition by kind order by urgency, found.company_id),
          companies.name, detail
        from found join tenants on tenants.company_id = found.company_id join companies on companies.id = found.company_id
        returning company_id, kind),
      counts as (select kind, count(*)::int as times from placed group by kind)
    update overview_counts set counted_at = now(), tenants = (select count(*) from tenants),
      affected = (select count(distinct company_id) from placed),
      faults = (select coalesce(jsonb_object_agg(kind, times), '{}') from counts)`.execute(db)
}

/** Counts for the workbench. Requires platform reach. */
export const countingRepository = {
  /** Whether nothing has been counted within an hour. */
  isDue: async (db: Db): Promise<boolean> =>
    (await db
      .selectFrom('overview_counts')
      .where('counted_at', '>', sql<string>`now() - interval '1 hour'`)
      .select('only_row')
      .executeTakeFirst()) === undefined,

  async count(db: Db, platformCompany: string) {
    await extendTimeout(db, 10)
    // Two nodes never count the same sign-ins.
    await db.selectFrom('overview_counts').select('only_row').forUpdate().execute()
    await countSignIns(db, platformCompany)
    await countGrowth(db, platformCompany)
    await countFaults(db)
    await tenantUsage.count(db)
  },
}
/** SQL that deletes rows past their use. */
export const expiredRows = [
  `delete from sign_in_days where day <= current_date - ${daysKept}`,
  `delete from growth_months where month < current_date - interval '13 months'`,
  tenantUsage.expired,
]
