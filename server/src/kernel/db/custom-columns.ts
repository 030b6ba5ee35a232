import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Values of custom fields of a row as its own statement has read them, with the names of people and organisations by id. */
export type ReadValues = {
  readonly values: Readonly<Record<string, string | number | boolean>>
  readonly names: Readonly<Record<string, string | null>> | null
}
/**
 * Where rows have them. Under a symbol, because nothing but the custom fields may look at them: fields that
 * are hidden from the caller are among them.
 */
export const readValues = Symbol('custom values')
export type WithReadValues = { readonly [readValues]?: ReadValues }

/**
 * A field that was looked up: keys from the wire never reach a statement. `companyId`: whose rows are read; absent for
 * those of all companies, each with its own.
 */
type FoundField = { readonly fieldId: string; readonly isNumber: boolean; readonly companyId?: string | undefined }
export type FoundCondition = CustomCondition & FoundField

const isFound = (condition: CustomCondition): condition is FoundCondition => 'fieldId' in condition
const operators = { is: '=', from: '>=', to: '<=' } as const
const ownerOf = ({ companyId }: FoundField, table: string) =>
  companyId === undefined ? sql.ref(`${table}.company_id`) : sql`${companyId}::uuid`

const getFound = (condition: CustomCondition): FoundCondition => {
  if (!isFound(condition)) throw new Error(`the field of the condition on “${condition.key}” was not looked up`)
  return condition
}
const compares = ({ isNumber, op, value }: FoundCondition): RawBuilder<unknown> => {
  const compared = isNumber ? sql`number_value` : sql`text_value`
  const bound = isNumber ? sql`${Number(value)}::double precision` : sql`${value}`
  return sql`${compared} ${sql.raw(operators[op])} ${bound}`
}
type OfField = readonly [FoundCondition, ...FoundCondition[]]
/** Conditions by field, whose bounds are looked up together. */
const groupByField = (conditions: readonly CustomCondition[]): OfField[] =>
  [...Map.groupBy(conditions.map(getFound), ({ fieldId }) => fieldId).values()].flatMap(([first, ...rest]) =>
    first ? [[first, ...rest]] : [],
  )
const rowsHolding = (table: string, conditions: OfField): RawBuilder<unknown> => {
  const [field] = conditions
  return sql`select row_id from custom_values where company_id = ${ownerOf(field, table)}
    and field_id = ${field.fieldId} and ${sql.join(conditions.map(compares), sql` and `)}`
}
const idOf = (table: string) => sql.ref(`${table}.id`)
const holds = (table: string, conditions: OfField) => sql`${idOf(table)} in (${rowsHolding(table, conditions)})`

/** Whether a row of a table meets conditions on its custom fields, of which there is at least one. */
export const holdsCustom = (table: string, conditions: readonly CustomCondition[]): RawBuilder<boolean> => {
  const each = groupByField(conditions).map((ofField) => holds(table, ofField))
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/**
 * The same for a table of very many rows: up to `most` rows that hold a condition are named by their ids. The planner cannot
 * know how many lie between two values of a field, and would look for a few among all in the order of the list.
 */
export const narrowCustom = async (
  db: Db,
  table: string,
  conditions: readonly CustomCondition[],
  most: number,
): Promise<RawBuilder<boolean>> => {
  const each = await Promise.all(
    groupByField(conditions).map(async (ofField) => {
      const { rows } = await sql<{ ids: string[] }>`
        select array(${rowsHolding(table, ofField)} limit ${most + 1}) as ids`.execute(db)
      const ids = rows[0]?.ids ?? []
      return ids.length > most ? holds(table, ofField) : sql`${idOf(table)} = any(${ids}::uuid[])`
    }),
  )
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

export type ValueField = Omit<FoundField, 'companyId'>
/** Ids of rows of a company that have exactly this value in one of the fields, up to `most`: an array. */
export const rowsWithValue = (
  companyId: string,
  fields: readonly ValueField[],
  value: string,
  most: number,
): RawBuilder<string[]> => {
  const among = (isNumber: boolean) => fields.flatMap((field) => (field.isNumber === isNumber ? field.fieldId : []))
  const number = Number(value)
  return sql`array(
    select row_id from custom_values
      where company_id = ${companyId} and field_id = any(${among(false)}::uuid[]) and text_value = ${value}
    union all select row_id from custom_values
      where company_id = ${companyId} and field_id = any(${Number.isFinite(number) ? among(true) : []}::uuid[])
        and number_value = ${Number.isFinite(number) ? number : 0}::double precision
    limit ${most})`
}

/** What lists are sorted by, once the field was looked up. Nothing from the wire has this form: it holds a colon. */
export type CustomOrder = FoundField
const wordOf = /^custom:(text|number):([0-9a-f-]{36}):([0-9a-f-]{36})?$/
export const customOrderWord = ({ fieldId, isNumber, companyId = '' }: CustomOrder): string =>
  `custom:${isNumber ? 'number' : 'text'}:${fieldId}:${companyId}`
/** The field that a word of `sort` names; undefined for a column. */
export const findCustomOrder = (word: string): CustomOrder | undefined => {
  const [, kind, fieldId, companyId] = wordOf.exec(word) ?? []
  return fieldId === undefined ? undefined : { fieldId, isNumber: kind === 'number', companyId }
}
/** The column of `custom_values` that has the values of a field. */
export const customColumn = ({ isNumber }: CustomOrder) => (isNumber ? 'number_value' : 'text_value')
/** The value of a row of a table for `order by`, which puts rows without one last. */
export const customValueOf = (order: CustomOrder, table: string): RawBuilder<unknown> =>
  sql`(select ${sql.ref(customColumn(order))} from custom_values where company_id = ${ownerOf(order, table)}
    and field_id = ${order.fieldId} and row_id = ${sql.ref(`${table}.id`)})`
