import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import { type RawBuilder, sql } from 'kysely'

/** Values of custom fields of a row as its own statement has read them, with the names of people and organisations by id. */
export type ReadValues = {
  readonly values: Readonly<Record<string, string | number | boolean>>
  readonly names: Readonly<Record<string, string | null>> | null
}
/**
 * Where rows have them, null for none. Under a symbol, because nothing but the custom fields may look at them: fields that
 * are hidden from the caller are among them.
 */
export const readValues = Symbol('custom values')
export type WithReadValues = { readonly [readValues]?: ReadValues | null }

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

const holds = (condition: CustomCondition, table: string): RawBuilder<unknown> => {
  if (!isFound(condition)) throw new Error(`the field of the condition on “${condition.key}” was not looked up`)
  const { fieldId, isNumber, op, value } = condition
  const compared = isNumber ? sql`number_value` : sql`text_value`
  const bound = isNumber ? sql`${Number(value)}::double precision` : sql`${value}`
  return sql`${sql.ref(`${table}.id`)} in (select row_id from custom_values where company_id = ${ownerOf(condition, table)}
    and field_id = ${fieldId} and ${compared} ${sql.raw(operators[op])} ${bound})`
}

/** Whether a row of a table meets conditions on its custom fields, of which there is at least one. */
export const holdsCustom = (table: string, conditions: readonly CustomCondition[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    conditions.map((each) => holds(each, table)),
    sql` and `,
  )})`

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
