import * as z from 'zod/mini'
import { productText } from './product-text.ts'

/** A field of a row before and after a change, with what it is called. */
export const fieldChange = z.object({
  field: z.string(),
  label: productText(),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  /** Words of the codes in `from` and `to`, where the field's feature declares them. */
  choices: z.optional(z.record(z.string(), productText())),
})
export type ShownChange = z.output<typeof fieldChange>
