import type { DecisionStep } from '@atrium/contract/features/explain/explain.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'

export type Address = { method: string; path: string }
type Denied = Address & { userId: string; traceId: string; steps: readonly DecisionStep[] }

export const denialsRepository = {
  /** How many of somebody's denials were kept within the last minute. */
  recent: async (db: Db, companyId: string, userId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('denials')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where(sql<boolean>`denied_at > now() - interval '1 minute'`)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  keep: (db: Db, companyId: string, { userId, traceId, steps, method, path }: Denied) =>
    db
      .insertInto('denials')
      .values({
        ...{ company_id: companyId, id: newId(), user_id: userId, trace_id: traceId, method, path },
        steps: JSON.stringify(steps),
      })
      .execute(),

  /** The newest denial with this trace id or beginning of one; of one person alone, if he is named. */
  find: (db: Db, companyId: string, traceId: string, userId?: string) => {
    const found = db
      .selectFrom('denials')
      .where('company_id', '=', companyId)
      // What follows a beginning of hexadecimal digits sorts before the beginning and a g.
      .where('trace_id', '>=', traceId)
      .where('trace_id', '<', `${traceId}g`)
    return (userId === undefined ? found : found.where('user_id', '=', userId))
      .select(['user_id as userId', 'trace_id as traceId', 'method', 'path', 'steps', 'denied_at as time'])
      .$castTo<Denied & { time: string; steps: DecisionStep[] }>()
      .orderBy('denied_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  },
}
export type KeptDenial = NonNullable<Awaited<ReturnType<typeof denialsRepository.find>>>
