import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type AnyColumn, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { sortRef } from './by-name.ts'
import { cappedTotal } from './capped-total.ts'
import { customValueOf, findCustomOrder } from './custom-columns.ts'

/** Parses the sort parameter of a list. Takes `-name,code`, and the column for each name. */
export const parseSort = <Column>(sort: string, columns: Readonly<Record<string, Column>>) =>
  sort.split(',').map((word) => ({
    // A custom field is no column: its word says what it is.
    column: (columns[word.replace(/^-/, '')] ?? word.replace(/^-/, '')) as Column,
    direction: word.startsWith('-') ? ('desc' as const) : ('asc' as const),
  }))

export type Order<Column = string> = ReturnType<typeof parseSort<Column>>

/** Columns for `order by`, with the id as tie-breaker. */
export const orderByColumns = (table: string, order: Order) =>
  sql.join([
    ...order.map(({ column, direction }) => {
      const custom = findCustomOrder(column)
      return custom
        ? sql`${customValueOf(custom, table)} ${sql.raw(direction)} nulls last`
        : sql`${sortRef(`${table}.${column}`)} ${sql.raw(direction)}`
    }),
    sql.ref(`${table}.id`),
  ])

/** Orders the rows accordingly. */
export const applyOrder = <DB, From extends keyof DB, Row, Table extends From & string>(
  rows: SelectQueryBuilder<DB, From, Row>,
  table: Table,
  order: Order<AnyColumn<DB, Table>>,
) => rows.orderBy(orderByColumns(table, order))

/**
 * One page of a query with its total. Takes the ordered rows, and the query and scope for `cappedTotal`. For expensive
 * row statements, `ordered` should find the ids only: a search is planned on each run, which the row statement (`=
 * any(ids)`) need not be.
 */
export const fetchPage = async <DB, Counted, Of extends keyof Counted, Found, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
  ordered: SelectQueryBuilder<Wide, From, Row>,
  matching: SelectQueryBuilder<Counted, Of, Found>,
  cacheScope?: string,
) => {
  const rows = ordered.limit(size).offset((page - 1) * size)
  const [data, total] = await Promise.all([rows.execute(), cappedTotal(db, matching, cacheScope)])
  return { data, ...total }
}
