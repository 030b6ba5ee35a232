import * as z from 'zod/mini'

/** An organisation the caller may switch into. */
export const visitedOrg = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  companyId: z.string(),
  type: z.literal('org'),
  onlyId: z.string(),
  leaf: z.boolean(),
})
export type VisitedOrg = z.output<typeof visitedOrg>
