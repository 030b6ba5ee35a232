import * as z from 'zod/mini'
import { productText } from './product-text.ts'

/** As many as an impact shows. */
export const maxConcerns = 20
export const maxConcernNames = 5
export const maxConcernLength = 200

/** What a module says of a change before it is made. */
export const moduleConcern = z.object({
  /** The title of the module. */
  module: productText(),
  says: z.string(),
  /** The change is refused with this sentence. */
  refuses: z.boolean(),
  /** Rows that it is about. */
  count: z.int(),
  /** The first of them, as far as the caller may read them. */
  names: z.array(z.string()),
})
export type ModuleConcern = z.output<typeof moduleConcern>

/** As part of an impact. */
export const moduleConcerns = z.array(moduleConcern)
