import * as z from 'zod/mini'
import { permitted } from './endpoint.ts'
import { maxSearchLength } from './fields.ts'
import { id } from './listing.ts'
import { t } from './texts.ts'

/** Maximum number of options per lookup. */
export const maxOptions = 20

/** Parameters of an autocomplete call: the selected value, or `0` without one. The query holds the typed text. */
export const autocompleteParams = z.object({ id: z.union([id, z.literal('0')]) })
export const autocompleteQuery = z.object({
  keyword: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxSearchLength, { error: () => t('最多 {maxSearchLength} 个字符', { maxSearchLength }) }),
      ),
    '',
  ),
})

/**
 * Reply of an autocomplete call, at most `maxOptions` rows. `extra`: schema of the row's fields beside value and label;
 * `label`: a `productText` for names that the product may have given.
 */
export const optionsWith = <E extends z.ZodMiniType>(extra: E, label = z.string()) =>
  z.array(z.object({ value: z.string(), label, extra }))

/**
 * Endpoint that finds rows for an autocomplete field.
 * @param of the noun, the path of the list without version, and the schema of the fields beside value and label
 */
export const autocomplete = <const P extends string, E extends z.ZodMiniType>(of: {
  noun: string
  path: P
  extra: E
  label?: z.ZodMiniString<string>
}) =>
  ({
    method: 'GET',
    path: `${of.path}/auto/:id/v1`,
    summary: `Find for an autocomplete field: ${of.noun}; the selected one (0: none) comes first`,
    access: permitted('list'),
    reach: 'company',
    params: autocompleteParams,
    query: autocompleteQuery,
    reply: optionsWith(of.extra, of.label),
  }) as const
/** No fields beside value and label. */
export const plainOption = z.object({})
