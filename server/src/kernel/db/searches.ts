import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { createBeliefs } from './capped-total.ts'
import type { Db } from './database.ts'
import { byOrder, type Order } from './page-of.ts'

/** Beyond this many a search that nothing else narrows is not counted: a common word must not cost what a whole list does. */
export const countedFinds = 500
export const manyFinds = { total: countedFinds, more: true } as const

/** Whether a list is asked for by a search that no filter narrows. */
export const isSearchAlone = (query: { search: string }) =>
  query.search !== '' && !Object.entries(query).some(([name, value]) => name.startsWith('f.') && value !== undefined)

type Found = { total: number; ids: string[] }
/**
 * How many a search finds, and who is on the page that is asked for, as a statement or a relation of one row. In: what it finds,
 * `countedFinds` and one more at most, each with its id and what it is sorted by.
 */
export const pageFound = (
  finds: RawBuilder<unknown>,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
  order: Order,
) => {
  const from = (page - 1) * size
  return sql<Found>`(select count(*) as total, coalesce((array_agg(id order by ${byOrder('finds', order)}))[${from + 1}:${from + size}], '{}') as ids
    from ${finds} as finds)`
}
/** The same, asked by itself. */
export const findPage = async (db: Db, found: ReturnType<typeof pageFound>): Promise<Found> => {
  const { rows } = await sql<Found>`select * from ${found} as found`.execute(db)
  return rows[0] as Found
}

/** Which searches found more than is counted a moment ago: they are looked for while the list is read in its own order. */
export const createSearches = () => {
  const common = createBeliefs()
  const keyOf = (whose: string, search: string) => `${whose} ${search}`
  return {
    isCommon: (whose: string, search: string) => common.has(keyOf(whose, search)),
    /** Takes note of how many were found. Out: whether they are more than is counted. */
    foundMany: (whose: string, search: string, total: number): boolean => {
      const many = total > countedFinds
      if (many) common.add(keyOf(whose, search))
      return many
    },
  }
}
