import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { createCappedCache } from './capped-total.ts'
import type { Db } from './database.ts'
import { type Order, orderByColumns } from './fetch-page.ts'

/** Cap for the total of a search without filters: a common word must not cost as much as a full list. */
export const maxCountedResults = 500
export const cappedResults = { total: maxCountedResults, more: true } as const
/** Matches of a look-up among which the best are chosen. */
export const maxRankedHits = 50

const hasFilters = (query: object) =>
  Object.entries(query).some(([name, value]) => name.startsWith('f.') && value !== undefined)
/** Whether a list is searched without filters. */
export const isUnfilteredSearch = (query: { search: string }) => query.search !== '' && !hasFilters(query)
/** Whether a list is neither searched nor filtered. */
export const isWholeList = (query: { search: string }) => query.search === '' && !hasFilters(query)

type Found = { total: number; ids: string[] }
/**
 * SQL for the total and the page's ids of a search, as one row. Takes up to `maxCountedResults` + 1 results with id and
 * sort columns.
 */
export const resultPage = (
  finds: RawBuilder<unknown>,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
  order: Order,
) => {
  const from = (page - 1) * size
  return sql<Found>`(select count(*) as total, coalesce((array_agg(id order by ${orderByColumns('finds', order)}))[${from + 1}:${from + size}], '{}') as ids
    from ${finds} as finds)`
}
/** Runs it as a statement of its own. */
export const fetchResultPage = async (db: Db, found: ReturnType<typeof resultPage>): Promise<Found> => {
  const { rows } = await sql<Found>`select * from ${found} as found`.execute(db)
  return rows[0] as Found
}

/** Searches that recently exceeded the cap: these filter the list in its own order instead. */
export const createCommonSearches = () => {
  const common = createCappedCache()
  const toKey = (cacheScope: string, search: string) => `${cacheScope} ${search}`
  return {
    isCommon: (db: Db, cacheScope: string, search: string) => common.has(db, toKey(cacheScope, search)),
    /**
     * Records the total of a search.
     * @returns whether it exceeds the cap
     */
    noteTotal: (db: Db, cacheScope: string, search: string, total: number): boolean => {
      const many = total > maxCountedResults
      if (many) common.add(db, toKey(cacheScope, search))
      return many
    },
  }
}
