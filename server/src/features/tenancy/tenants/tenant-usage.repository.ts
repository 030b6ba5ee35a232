import { type UsageDay, usageDays } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import { smsUsed } from './quota-usage.repository.ts'

/** A month more than is shown. */
const daysKept = usageDays + 31
const today = sql`(now() at time zone ${sql.lit(platformZone)})::date`

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

  /** SQL that deletes rows past their use. */
  expired: `delete from tenant_usage_days where day <= current_date - ${daysKept}`,
}
