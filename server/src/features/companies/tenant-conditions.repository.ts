import type { Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { type RawBuilder, sql } from 'kysely'

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
