import type { Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Companies of tenants that have this share of the people they may have, or more. All tenants are summed up at once and
 * before anything else: asked of one company after the other it would cost thousands of times that.
 */
export const crowded = (share: number): RawBuilder<boolean> => sql<boolean>`companies.top_id = any(array(
  select tenants.company_id from tenants join plans on plans.id = tenants.plan_id
    join (select top_id, sum(people) as people from headcounts group by 1) as held on held.top_id = tenants.company_id
  where held.people >= coalesce(tenants.most_users, plans.most_users) * ${share}::numeric))`

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
