import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type AnyColumn, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { cappedTotal } from './capped-total.ts'

/** The order a list is asked for in. In: `-name,code` and what each word of it sorts by. */
export const orderOf = <Column>(sort: string, columns: Readonly<Record<string, Column>>) =>
  sort.split(',').map((word) => ({
    column: columns[word.replace(/^-/, '')] as Column,
    direction: word.startsWith('-') ? ('desc' as const) : ('asc' as const),
  }))

export type Order<Column = string> = ReturnType<typeof orderOf<Column>>

/** What `order by` says: columns of one table, and its ids where these leave two alike. In: as `orderOf` says it. */
export const byOrder = (table: string, order: Order) =>
  sql.join([
    ...order.map(({ column, direction }) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(direction)}`),
    sql.ref(`${table}.id`),
  ])

/** Rows in that order. */
export const inOrder = <DB, From extends keyof DB, Row, Table extends From & string>(
  rows: SelectQueryBuilder<DB, From, Row>,
  table: Table,
  order: Order<AnyColumn<DB, Table>>,
) => rows.orderBy(byOrder(table, order))

/**
 * One page of a query, and how many rows it has in all. In: its rows in their order, and what `cappedTotal` counts and for whom.
 * Of rows that take a long statement let it find the ids: what a search finds is planned anew each time, and the long
 * statement, which then asks for `= any(ids)`, shall not be.
 */
export const pageOf = async <DB, Counted, Of extends keyof Counted, Found, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
  ordered: SelectQueryBuilder<Wide, From, Row>,
  matching: SelectQueryBuilder<Counted, Of, Found>,
  whose?: string,
) => {
  const rows = ordered.limit(size).offset((page - 1) * size)
  const [data, total] = await Promise.all([rows.execute(), cappedTotal(db, matching, whose)])
  return { data, ...total }
}
