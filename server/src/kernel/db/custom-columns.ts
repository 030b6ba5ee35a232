import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import { type RawBuilder, sql } from 'kysely'

/** A condition whose field was looked up: keys from the wire never reach a statement. */
export type FoundCondition = CustomCondition & { readonly fieldId: string; readonly isNumber: boolean }

const isFound = (condition: CustomCondition): condition is FoundCondition => 'fieldId' in condition
const operators = { is: '=', from: '>=', to: '<=' } as const

const holds = (condition: CustomCondition): RawBuilder<unknown> => {
  if (!isFound(condition)) throw new Error(`the field of the condition on “${condition.key}” was not looked up`)
  const { fieldId, isNumber, op, value } = condition
  const compared = isNumber ? sql`number_value` : sql`text_value`
  const bound = isNumber ? sql`${Number(value)}::double precision` : sql`${value}`
  return sql`select row_id from custom_values where field_id = ${fieldId} and ${compared} ${sql.raw(operators[op])} ${bound}`
}

/** Whether a row meets conditions on its custom fields. Takes its id as an expression, and at least one condition. */
export const holdsCustom = (id: RawBuilder<unknown>, conditions: readonly CustomCondition[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    conditions.map((each) => sql`${id} in (${holds(each)})`),
    sql` and `,
  )})`

/** What lists are sorted by, once the field was looked up. Nothing from the wire has this form: it holds a colon. */
export type CustomOrder = { readonly fieldId: string; readonly isNumber: boolean }
const wordOf = /^custom:(text|number):([0-9a-f-]{36})$/
export const customOrderWord = ({ fieldId, isNumber }: CustomOrder): string =>
  `custom:${isNumber ? 'number' : 'text'}:${fieldId}`
/** The field that a word of `sort` names; undefined for a column. */
export const findCustomOrder = (word: string): CustomOrder | undefined => {
  const [, kind, fieldId] = wordOf.exec(word) ?? []
  return fieldId === undefined ? undefined : { fieldId, isNumber: kind === 'number' }
}
/** The column of `custom_values` that has the values of a field. */
export const customColumn = ({ isNumber }: CustomOrder) => (isNumber ? 'number_value' : 'text_value')
/** The value of a row for `order by`, which puts rows without one last. Takes the row's id as an expression. */
export const customValueOf = (order: CustomOrder, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${sql.ref(customColumn(order))} from custom_values where field_id = ${order.fieldId} and row_id = ${id})`
