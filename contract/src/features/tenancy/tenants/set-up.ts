import * as z from 'zod/mini'

/** Steps of a company's setup, in order; `template` only if one was chosen. */
export const setUpSteps = ['role', 'administrator', 'rights', 'template'] as const
export const setUp = z.array(
  z.object({
    step: z.enum(setUpSteps),
    done: z.boolean(),
    /** Name of the template company. */
    from: z.optional(z.string()),
  }),
)
export type SetUp = z.output<typeof setUp>
