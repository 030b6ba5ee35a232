import type { DecisionStep, DenialRow } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/scope.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'

export type Address = { method: string; path: string }
/** The visited company, if the user acted in another one. */
type HostCompany = { id: string; name: string }
type Denied = Address & {
  element: string | null
  menuId: string | null
  userId: string
  traceId: string
  steps: readonly DecisionStep[]
  acting: HostCompany | null
}

/** Partitions are dropped when their last row is thirty days old (decision 54); older rows are hidden until then. */
const isRetained = sql<boolean>`denied_at > now() - interval '30 days'`

/** Denials with this trace id or prefix. All trace ids with a prefix sort before the prefix followed by g. */
const withTraceId = (db: Db, companyId: string, traceId: string) =>
  db
    .selectFrom('denials')
    .where('company_id', '=', companyId)
    .where('trace_id', '>=', traceId)
    .where('trace_id', '<', `${traceId}g`)
    .where(isRetained)
const findNewest = (found: ReturnType<typeof withTraceId>) =>
  found
    .select(['user_id as userId', 'trace_id as traceId', 'method', 'path', 'element', 'menu_id as menuId'])
    .select(['steps', 'denied_at as time', 'acting'])
    .$castTo<Denied & { time: string; steps: DecisionStep[] }>()
    .orderBy('denied_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const denialsRepository = {
  /** Number of a user's denials stored within the last minute. */
  countRecent: async (db: Db, companyId: string, userId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('denials')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where(sql<boolean>`denied_at > now() - interval '1 minute'`)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  insert: (db: Db, companyId: string, { userId, traceId, steps, method, path, element, menuId, acting }: Denied) =>
    db
      .insertInto('denials')
      .values({
        company_id: companyId,
        id: newId(),
        user_id: userId,
        trace_id: traceId,
        method,
        path,
        element,
        menu_id: menuId,
        steps: JSON.stringify(steps),
        acting: acting && JSON.stringify(acting),
      })
      .execute(),

  /** Users of the caller's row scope who were denied an API, latest denial first. */
  listByUser(db: Db, actor: Viewer, query: ListQuery & { apiId: string }) {
    const like = likePattern(query.search)
    const isVisible = isVisibleUser(actor, 'denials.user_id')
    const refused = db
      .selectFrom('denials')
      .innerJoin('apis', (join) =>
        join.onRef('apis.method', '=', 'denials.method').onRef('apis.path', '=', 'denials.path'),
      )
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'denials.company_id').onRef('users.id', '=', 'denials.user_id'),
      )
      .where('apis.id', '=', query.apiId)
      .where(isRetained)
      .where('users.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('users.name', 'ilike', like), eb('users.account', 'ilike', like)]))
    const byUser = (isVisible ? refused.where(isVisible) : refused).groupBy(['users.company_id', 'users.id'])
    const rows = byUser
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
    return fetchPage(db, query, rows, byUser)
  },

  /** The newest denial in the caller's row scope with this trace id or prefix. */
  find: (db: Db, actor: Viewer, traceId: string) => {
    const isVisible = isVisibleUser(actor, 'denials.user_id')
    const found = withTraceId(db, actor.companyId, traceId)
    return findNewest(isVisible ? found.where(isVisible) : found)
  },
  /** The newest denial of one user. */
  findOwn: (db: Db, { companyId, userId }: Owner, traceId: string) =>
    findNewest(withTraceId(db, companyId, traceId).where('user_id', '=', userId)),
}
export type StoredDenial = NonNullable<Awaited<ReturnType<typeof denialsRepository.find>>>
