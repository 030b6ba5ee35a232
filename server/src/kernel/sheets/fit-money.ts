import type { FieldValues } from './imported-rows.ts'

/**
 * Makes amounts of money of the numbers that cells hold: requests have them as decimal texts.
 *
 * @param fields - names of the fields with amounts
 */
export const fitMoney =
  (fields: readonly string[]) =>
  (body: FieldValues): FieldValues => ({
    ...body,
    ...Object.fromEntries(
      fields.flatMap((name) => (typeof body[name] === 'number' ? [[name, body[name].toFixed(2)]] : [])),
    ),
  })
