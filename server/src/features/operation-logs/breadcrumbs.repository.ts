import type { Trail, TrailWrite } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import type { Db } from '../../kernel/db/database.ts'

type Sent = TrailWrite & { traceId: string; userId: string; agent: string }
/** The call it belongs to: with its card, where it failed. */
export type TrailedCall = { time: string; failedCallId: string | null }

export const trailsRepository = {
  /** Out: whether it was kept: there is one for each trace id. */
  async keep(
    db: Db,
    { traceId, userId, timeZone, events, ...rest }: Sent,
    { time, failedCallId }: TrailedCall,
  ): Promise<boolean> {
    const kept = await db
      .insertInto('trails')
      .values({
        ...{ trace_id: traceId, user_id: userId, failed_call_id: failedCallId, called_at: time },
        ...{ time_zone: timeZone, events: JSON.stringify(events), ...rest },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('trace_id')
      .executeTakeFirst()
    return kept !== undefined
  },

  /** The one of a card that was sent last, or the one of a trace id. */
  find: (db: Db, { id, traceId }: { id?: string; traceId: string }): Promise<Trail | undefined> => {
    const trails = db
      .selectFrom('trails')
      .select(['trace_id as traceId', 'sent_at as time', 'version', 'agent', 'width', 'height'])
      .select(['time_zone as timeZone', 'events'])
      .$castTo<Trail>()
    return (id === undefined ? trails.where('trace_id', '=', traceId) : trails.where('failed_call_id', '=', id))
      .orderBy('sent_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  },
}
