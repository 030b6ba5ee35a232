import type { Breadcrumbs, BreadcrumbsWrite } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'

type SentBreadcrumbs = BreadcrumbsWrite & { traceId: string; userId: string; agent: string }
/** The call breadcrumbs belong to, with its failure record if it failed. */
export type OwnCall = { time: string; failedCallId: string | null }

export const breadcrumbsRepository = {
  /** Returns false if the trace id already has breadcrumbs. */
  async insert(
    db: Db,
    { traceId, userId, timeZone, events, ...rest }: SentBreadcrumbs,
    { time, failedCallId }: OwnCall,
  ): Promise<boolean> {
    const inserted = await db
      .insertInto('trails')
      .values({
        trace_id: traceId,
        user_id: userId,
        failed_call_id: failedCallId,
        called_at: time,
        time_zone: timeZone,
        events: JSON.stringify(events),
        ...rest,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('trace_id')
      .executeTakeFirst()
    return inserted !== undefined
  },

  /** The latest breadcrumbs of a failure record, or those of a trace id. */
  find: (db: Db, { id, traceId }: { id?: string; traceId: string }): Promise<Breadcrumbs | undefined> => {
    const trails = db
      .selectFrom('trails')
      .select(['trace_id as traceId', 'sent_at as time', 'version', 'agent', 'width', 'height'])
      .select(['time_zone as timeZone', 'events'])
      .$castTo<Breadcrumbs>()
    return (id === undefined ? trails.where('trace_id', '=', traceId) : trails.where('failed_call_id', '=', id))
      .orderBy('sent_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  },
}
