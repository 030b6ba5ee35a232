import type { Domain } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { sql } from 'kysely'

type TenantState = Tenant['state']

/** Name and value of the TXT record; underscored, as RFC 8552 advises, to stay apart from the host's own records. */
export const record = sql<string>`'_atrium.' || tenant_domains.host`
export const txt = sql<string>`'atrium-verify=' || tenant_domains.token`

/** Etag of the logo; empty without one. */
export const logoEtag = sql<string>`coalesce((select etag from tenant_logos where company_id = tenants.company_id), '')`

/** The domains of a tenant, oldest first. */
export const domainsJson = sql<Domain[]>`(
  select coalesce(json_agg(json_build_object(
    'host', host, 'verified', verified_at is not null, 'record', ${record}, 'txt', ${txt})
    order by tenant_domains.created_at, host), '[]')
  from tenant_domains where company_id = tenants.company_id)`

/** Term and state of `tenants`, and the administrator of `companies`: what `tenantNotice` is about. */
export const tenantTermColumns = [
  'tenants.expire_at as expireTime',
  'tenants.grace_days as graceDays',
  'companies.admin_id as adminId',
  sql<TenantState>`state_of(tenants)`.as('state'),
  sql<string | null>`tenants.expire_at + make_interval(days => tenants.grace_days)`.as('graceUntil'),
] as const
/** Null without a tenant, apart from the administrator and the state. */
export type TenantTerm = {
  expireTime: string | null
  graceDays: number | null
  adminId: string | null
  state: TenantState
  graceUntil: string | null
}
