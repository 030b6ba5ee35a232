import { sql } from 'kysely'
import type { Owner } from '../../../kernel/scope.ts'
import type { LogEvents } from './log-events.ts'

const isChange = sql<boolean>`(ok and event !~ '(^api\.called|SignIn\.|^signIn|ession\.(started|ended|proved)|requested$)')`
const columns = sql`id, time, event, coalesce(entity_name, '') as "entityName", coalesce(actor->>'name', '') as who,
  trace_id as "traceId", before, after, seq`

/** Subqueries of the newest changes, for statements of other features. */
export const createUserChanges = ({ ofUsers }: LogEvents) => ({
  /**
   * Those a user made. The index has the user's rows by event: a walk from event to event reads the newest of each,
   * however many rows there are.
   */
  own: ({ companyId, userId }: Owner, limit: number) => sql`(
    with recursive walked (event) as (
      (select event from audit_log where company_id = ${companyId} and actor_id = ${userId} order by event limit 1)
      union all
      select (select log.event from audit_log log
        where log.company_id = ${companyId} and log.actor_id = ${userId} and log.event > walked.event
        order by log.event limit 1)
      from walked where walked.event is not null)
    select found.* from walked cross join lateral (
      select ${columns} from audit_log
      where company_id = ${companyId} and actor_id = ${userId} and event = walked.event and ${isChange}
      order by seq desc limit ${limit}) as found
    order by seq desc limit ${limit})`,

  /** Those that others made to a user. */
  concerning: ({ companyId, userId }: Owner, limit: number) => sql`(
    select ${columns} from audit_log
    where company_id = ${companyId} and entity_id = ${userId} and event = any(${ofUsers}::text[])
      and actor_id is distinct from ${userId} and ${isChange}
    order by seq desc limit ${limit})`,
})
export type UserChanges = ReturnType<typeof createUserChanges>
