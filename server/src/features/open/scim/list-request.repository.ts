import { t } from '@atrium/contract/kernel/texts.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { attributeName, type FilterColumns, filterCondition } from './filter-condition.repository.ts'
import { badRequest } from './scim-refusal.ts'

export const maxResults = 200
const defaultResults = 100
/** Beyond it, a filter finds what a page number cannot. */
const maxStart = 10_000_000

/** A page of resources that a list asks for. */
export type ListRequest = {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  startIndex: number
  count: number
}
export type Query = Readonly<Record<string, unknown>>
/** A parameter that is given once; undefined if not, or if it is empty. */
export const parameter = (query: Query, name: string): string | undefined => {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw badRequest('invalidValue', t('参数 {name} 只能给出一次', { name }))
  return value
}
const wholeNumber = (query: Query, name: string, otherwise: number): number => {
  const text = parameter(query, name)
  if (text === undefined) return otherwise
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', t('{name} 应为整数', { name }))
  return Number(text)
}
const toOrder = (query: Query, columns: FilterColumns): RawBuilder<unknown> => {
  const sortBy = parameter(query, 'sortBy')
  if (sortBy === undefined) return sql`id`
  const name = attributeName(sortBy)
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw badRequest('invalidValue', t('不支持按“{sortBy}”排序', { sortBy }))
  const direction = parameter(query, 'sortOrder')?.toLowerCase() === 'descending' ? sql`desc` : sql`asc`
  const value = column.kind === 'text' ? sql`lower(${column.value})` : column.value
  return sql`${value} ${direction} nulls last, id`
}

/**
 * Reads what a list asks for (RFC 7644, section 3.4.2).
 * @throws `invalidFilter` and `invalidValue`
 */
export const listRequest = (query: Query, columns: FilterColumns): ListRequest => {
  const filter = parameter(query, 'filter')
  return {
    where: filter === undefined ? sql<boolean>`true` : filterCondition(filter, columns),
    order: toOrder(query, columns),
    startIndex: Math.min(maxStart, Math.max(1, wholeNumber(query, 'startIndex', 1))),
    count: Math.min(maxResults, Math.max(0, wholeNumber(query, 'count', defaultResults))),
  }
}

/**
 * How many of some resources a list finds, and its page of them. Takes the resources, which its columns name `found`.
 */
export const findPage = async <Row>(
  db: Db,
  resources: Expression<unknown>,
  { where, order, startIndex, count }: ListRequest,
): Promise<{ total: number; rows: Row[] }> => {
  const found = sql`from ${resources} as found`
  const skipped = startIndex - 1
  // What is skipped is read from an index of ids alone.
  const { rows } = await sql<Row>`select found.* from (
      select id, row_number() over () as at from (
        select id ${found} where ${where} order by ${order} limit ${count} offset ${skipped}) as ordered) as listed
    cross join lateral (select * ${found} where found.id = listed.id) as found
    order by listed.at`.execute(db)
  // The last page knows how many there are.
  if (rows.length > 0 && rows.length < count) return { total: skipped + rows.length, rows }
  const counted = await sql<{ total: number }>`select count(*) as total ${found} where ${where}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, rows }
}
