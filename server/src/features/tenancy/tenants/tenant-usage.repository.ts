import { type PlanUsage, type UsageDay, usageDays } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { smsUsed } from './quota-usage.repository.ts'

/** A month more than is shown. */
const daysKept = usageDays + 31
const today = sql`(now() at time zone ${sql.lit(platformZone)})::date`

/** The last counted day of each month of the last year. */
const monthEnds = sql`array(
  select (select max(day) from tenant_usage_days where day >= month::date and day < (month + interval '1 month')::date)
  from generate_series(date_trunc('month', ${today} - ${sql.lit(usageDays - 1)}), ${today}, interval '1 month') as month)`
/** Of a plan with more tenants only months are read: the days of a year would take seconds. */
const tenantsReadDaily = 250
/** The sum of the limits that are in force; null unless all are finite. */
const sumLimits = (column: 'most_users' | 'most_sms' | 'most_storage') => {
  const limit = sql`coalesce(${sql.ref(`tenants.${column}`)}, ${sql.ref(`plans.${column}`)})`
  return sql`case when bool_and(${limit} is not null) then (sum(${limit}) filter (where company_id is not null))::bigint end`
}

export const tenantUsageRepository = {
  /** Counts all tenants: the day of today, as of now. Requires platform reach. */
  count: (db: Db) =>
    sql`
    insert into tenant_usage_days (company_id, day, users, sms, storage)
    select tenants.company_id, ${today}, people_of(tenants.company_id), ${smsUsed}, stored_bytes(tenants.company_id)
    from tenants
    on conflict (company_id, day) do update set users = excluded.users,
      sms = greatest(tenant_usage_days.sms, excluded.sms), storage = excluded.storage`.execute(db),

  /** The last year of a company's tenant, its own or a shared one. Requires platform reach. */
  async ofCompany(db: Db, companyId: string): Promise<UsageDay[]> {
    const { rows } = await sql<UsageDay>`
      select to_char(day, 'YYYY-MM-DD') as day, users, sms, round(storage / 1048576.0, 2)::float8 as storage
      from tenant_usage_days
      where company_id = (select top_id from companies where id = ${companyId}) and day > ${today} - ${usageDays}::int
      order by tenant_usage_days.day`.execute(db)
    return rows
  },

  /**
   * The last year of all tenants that are on a plan, together. Requires platform reach.
   * @returns undefined without such a plan
   */
  async ofPlan(db: Db, planId: string): Promise<PlanUsage | undefined> {
    const [limits] = (
      await sql<Omit<PlanUsage, 'days' | 'by'>>`
      select count(company_id)::int as tenants, ${sumLimits('most_users')} as "mostUsers",
        ${sumLimits('most_sms')} as "mostSms", ${sumLimits('most_storage')} as "mostStorage"
      from plans left join tenants on tenants.plan_id = plans.id where plans.id = ${planId} group by plans.id`.execute(
        db,
      )
    ).rows
    if (!limits) return undefined
    const by = limits.tenants > tenantsReadDaily ? 'month' : 'day'
    const { rows } = await sql<UsageDay>`
      select to_char(day, 'YYYY-MM-DD') as day, sum(users)::bigint as users, sum(sms)::bigint as sms,
        round(sum(storage) / 1048576.0, 2)::float8 as storage
      from tenant_usage_days join tenants using (company_id)
      where plan_id = ${planId} and day > ${today} - ${usageDays}::int ${by === 'month' ? sql`and day = any(${monthEnds})` : sql``}
      group by tenant_usage_days.day order by tenant_usage_days.day`.execute(db)
    return { ...limits, by, days: rows }
  },

  /** SQL that deletes rows past their use. */
  expired: `delete from tenant_usage_days where day <= current_date - ${daysKept}`,
}
