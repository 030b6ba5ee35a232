import { type QuotaKind, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { smsCounter } from '../tenants/index.ts'

/** Usage per tenant of each kind, as `usageJsonArguments` computes it for one, and the column of its limit. */
const usageSources: Readonly<Record<QuotaKind, { limitColumn: string; totals: RawBuilder<unknown> }>> = {
  users: { limitColumn: 'most_users', totals: sql`select top_id, sum(people) as used from headcounts group by 1` },
  sms: {
    limitColumn: 'most_sms',
    totals: sql`select company_id as top_id, points as used from tenants
      join limits on key = ${sql.lit(`${smsCounter}:`)} || company_id where expire > extract(epoch from now()) * 1000`,
  },
  storage: {
    limitColumn: 'most_storage',
    totals: sql`select top_id, round(sum(bytes) / 1048576.0, 2) as used
      from headcounts join storage_totals using (company_id) group by 1`,
  },
}
const tenantsUsing = (kind: QuotaKind, share: number) => {
  const { limitColumn, totals } = usageSources[kind]
  const quota = sql`coalesce(${sql.ref(`tenants.${limitColumn}`)}, ${sql.ref(`plans.${limitColumn}`)})`
  return sql`select tenants.company_id from tenants join plans on plans.id = tenants.plan_id
    join (${totals}) as held on held.top_id = tenants.company_id where held.used >= ${quota} * ${share}::numeric`
}
/**
 * Companies of tenants that use at least this share of any quota. Sums all tenants in one pass; per company it would
 * cost thousands of times as much.
 */
export const usesQuotaShare = (share: number): RawBuilder<boolean> => sql<boolean>`companies.top_id = any(array(
  ${sql.join(
    quotaKinds.map((kind) => tenantsUsing(kind, share)),
    sql` union `,
  )}))`

const isOperating = sql`erase_at is null and suspended_at is null`
const isInTerm = sql`${isOperating} and (expire_at is null or expire_at > now())`
const graceCutoff = sql`now() - make_interval(days => grace_days)`

/** As `state_of`, in conditions that indexes serve and the planner can estimate. For lists only. */
export const tenantConditions: Readonly<Record<Tenant['state'], RawBuilder<boolean>>> = {
  closing: sql<boolean>`erase_at is not null`,
  suspended: sql<boolean>`erase_at is null and suspended_at is not null`,
  trial: sql<boolean>`${isInTerm} and trial`,
  active: sql<boolean>`${isInTerm} and not trial`,
  grace: sql<boolean>`${isOperating} and expire_at <= now() and expire_at > ${graceCutoff}`,
  expired: sql<boolean>`${isOperating} and expire_at <= now() and expire_at <= ${graceCutoff}`,
}
