import type { QuotaKind } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { type RawBuilder, sql } from 'kysely'

/** Counter of a tenant's SMS in the limits service, keyed by tenant. */
export const smsCounter = 'message.tenant'

/** Messages of a tenant in its present day. */
export const smsUsed = sql<number>`coalesce((select points from limits where key = ${sql.lit(`${smsCounter}:`)} || tenants.company_id
  and expire > extract(epoch from now()) * 1000), 0)`
/** A tenant's usage of each quota, where `tenants` is read with platform reach. */
const usageExpressions: Readonly<Record<QuotaKind, RawBuilder<number>>> = {
  users: sql`people_of(tenants.company_id)`,
  sms: smsUsed,
  storage: sql`round(stored_bytes(tenants.company_id) / 1048576.0, 2)`,
}
/** All of them as arguments of `json_build_object`. */
export const usageJsonArguments = sql.join(
  Object.entries(usageExpressions).map(([kind, used]) => sql`${sql.lit(kind)}, ${used}`),
)
/** All of them as JSON. */
export const usageJson = sql`json_build_object(${usageJsonArguments})`
