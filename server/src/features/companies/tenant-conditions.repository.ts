import type { Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { type QuotaKind, quotaKinds } from '@atrium/contract/features/plans/quotas.ts'
import { type RawBuilder, sql } from 'kysely'
import { smsCounter } from './quota-usage.repository.ts'

/** How much each tenant uses of a kind, as `measuredUsage` says it of one, and the column that limits it. */
const used: Readonly<Record<QuotaKind, { most: string; sums: RawBuilder<unknown> }>> = {
  users: { most: 'most_users', sums: sql`select top_id, sum(people) as used from headcounts group by 1` },
  sms: {
    most: 'most_sms',
    sums: sql`select company_id as top_id, points as used from tenants
      join limits on key = ${sql.lit(`${smsCounter}:`)} || company_id where expire > extract(epoch from now()) * 1000`,
  },
  storage: {
    most: 'most_storage',
    sums: sql`select top_id, round(sum(coalesce(bytes, 0) + coalesce(octet_length(image), 0)) / 1048576.0, 2) as used
      from headcounts left join tenant_logos using (company_id)
        left join (select company_id, sum(bytes) as bytes from portraits group by 1) as kept using (company_id)
      group by 1`,
  },
}
const using = (kind: QuotaKind, share: number) => {
  const { most, sums } = used[kind]
  const agreed = sql`coalesce(${sql.ref(`tenants.${most}`)}, ${sql.ref(`plans.${most}`)})`
  return sql`select tenants.company_id from tenants join plans on plans.id = tenants.plan_id
    join (${sums}) as held on held.top_id = tenants.company_id where held.used >= ${agreed} * ${share}::numeric`
}
/**
 * Companies of tenants that use this share of anything they may have, or more. All tenants are summed up at once and before
 * anything else: asked of one company after the other it would cost thousands of times that.
 */
export const usingMuch = (share: number): RawBuilder<boolean> => sql<boolean>`companies.top_id = any(array(
  ${sql.join(
    quotaKinds.map((kind) => using(kind, share)),
    sql` union `,
  )}))`

const stands = sql`erase_at is null and suspended_at is null`
const runs = sql`${stands} and (expire_at is null or expire_at > now())`
const graceEnd = sql`now() - make_interval(days => grace_days)`

/** As `state_of` says it (migration 0034), in conditions that indexes serve and the planner has numbers of: for lists alone. */
export const tenantConditions: Readonly<Record<Tenant['state'], RawBuilder<boolean>>> = {
  closing: sql<boolean>`erase_at is not null`,
  suspended: sql<boolean>`erase_at is null and suspended_at is not null`,
  trial: sql<boolean>`${runs} and trial`,
  active: sql<boolean>`${runs} and not trial`,
  grace: sql<boolean>`${stands} and expire_at <= now() and expire_at > ${graceEnd}`,
  expired: sql<boolean>`${stands} and expire_at <= now() and expire_at <= ${graceEnd}`,
}
