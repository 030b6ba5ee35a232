import type { DecisionStep, DenialRow } from '@atrium/contract/features/explain/explain.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { isSeenUser } from '../../kernel/db/seen-users.ts'
import { newId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/scope.ts'

export type Address = { method: string; path: string }
/** The company somebody acted in, where it was not his own. */
type ActedIn = { id: string; name: string }
type Denied = Address & {
  element: string | null
  menuId: string | null
  userId: string
  traceId: string
  steps: readonly DecisionStep[]
  acting: ActedIn | null
}

/** A partition goes when its last row has had its thirty days (decision 54); nobody is shown an older one meanwhile. */
const kept = sql<boolean>`denied_at > now() - interval '30 days'`

/** Denials with this trace id or beginning of one. What follows a beginning of hexadecimal digits sorts before it and a g. */
const traced = (db: Db, companyId: string, traceId: string) =>
  db
    .selectFrom('denials')
    .where('company_id', '=', companyId)
    .where('trace_id', '>=', traceId)
    .where('trace_id', '<', `${traceId}g`)
    .where(kept)
const newest = (found: ReturnType<typeof traced>) =>
  found
    .select(['user_id as userId', 'trace_id as traceId', 'method', 'path', 'element', 'menu_id as menuId'])
    .select(['steps', 'denied_at as time', 'acting'])
    .$castTo<Denied & { time: string; steps: DecisionStep[] }>()
    .orderBy('denied_at', 'desc')
    .limit(1)
    .executeTakeFirst()

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

  keep: (db: Db, companyId: string, { userId, traceId, steps, method, path, element, menuId, acting }: Denied) =>
    db
      .insertInto('denials')
      .values({
        ...{ company_id: companyId, id: newId(), user_id: userId, trace_id: traceId, method, path, element },
        menu_id: menuId,
        steps: JSON.stringify(steps),
        acting: acting && JSON.stringify(acting),
      })
      .execute(),

  /** Who of the caller's row scope was refused an API, the last one first. */
  byPerson(db: Db, actor: Seer, query: ListQuery & { apiId: string }) {
    const like = likePattern(query.search)
    const seen = isSeenUser(actor, 'denials.user_id')
    const refused = db
      .selectFrom('denials')
      .innerJoin('apis', (join) =>
        join.onRef('apis.method', '=', 'denials.method').onRef('apis.path', '=', 'denials.path'),
      )
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'denials.company_id').onRef('users.id', '=', 'denials.user_id'),
      )
      .where('apis.id', '=', query.apiId)
      .where(kept)
      .where('users.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('users.name', 'ilike', like), eb('users.account', 'ilike', like)]))
    const people = (seen ? refused.where(seen) : refused).groupBy(['users.company_id', 'users.id'])
    const rows = people
      .select([
        sql<DenialRow['user']>`json_build_object('id', users.id, 'name', users.name, 'account', users.account)`.as(
          'user',
        ),
        sql<number>`count(*)`.as('denials'),
        sql<string>`max(denied_at)`.as('last'),
        sql<string>`(array_agg(trace_id order by denied_at desc))[1]`.as('traceId'),
      ])
      .orderBy('last', 'desc')
      .orderBy('users.id')
    return pageOf(db, query, rows, people)
  },

  /** The newest denial in the caller's row scope with this trace id or beginning of one. */
  find: (db: Db, actor: Seer, traceId: string) => {
    const seen = isSeenUser(actor, 'denials.user_id')
    const found = traced(db, actor.companyId, traceId)
    return newest(seen ? found.where(seen) : found)
  },
  /** The same of one person alone. */
  findOwn: (db: Db, { companyId, userId }: Owner, traceId: string) =>
    newest(traced(db, companyId, traceId).where('user_id', '=', userId)),
}
export type KeptDenial = NonNullable<Awaited<ReturnType<typeof denialsRepository.find>>>
