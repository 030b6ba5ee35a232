import * as z from 'zod/mini'
import { maxSearchLength } from './fields.ts'
import { id } from './listing.ts'

/** How many options one look-up answers at most. */
export const maxOptions = 20

/** What an autocompletion is asked with (wire §1): the value that is chosen already, or `0`, and the words typed. */
export const autocompleteParams = z.object({ id: z.union([id, z.literal('0')]) })
export const autocompleteQuery = z.object({
  keyword: z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength, `最多 ${maxSearchLength} 个字符`)), ''),
})

/** What it answers, at most `maxOptions` rows. In: what a row tells beside its value and label. */
export const optionsWith = <E extends z.ZodMiniType>(extra: E) =>
  z.array(z.object({ value: z.string(), label: z.string(), extra }))
