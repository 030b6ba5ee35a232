import type { Load } from '../kernel/db/bulk-load.ts'

/** Usage of all tenants in the last year: steady growth to what there is now, at a pace that varies by tenant. No file is stored yet. */
export const writeSeededUsage = ({ sql }: Load) =>
  sql(
    `insert into tenant_usage_days (company_id, day, users, sms, storage)
     select company_id, (now() at time zone 'Asia/Shanghai')::date - ago,
       greatest(1, round(people * (1 - ago * (30 + draw % 40) / 36500.0)))::int,
       case when extract(isodow from current_date - ago) > 5 then 0 else abs(hashtext(company_id || ' ' || ago)) % (people + 5) end,
       0
     from (
       select tenants.company_id, people_of(tenants.company_id)::int as people, abs(hashtext(tenants.company_id::text)) as draw
       from tenants) as tenant
     cross join generate_series(1, 365) as ago
     on conflict do nothing`,
  )
