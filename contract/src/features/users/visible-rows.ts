import * as z from 'zod/mini'
import { dataScopes } from '../roles/data-rules.ts'

const named = z.object({ id: z.string(), name: z.string() })
const organizations = {
  /** The first twenty, by name. */
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** With all that stands below it. */
      below: z.boolean(),
      /** As far as data rules let its people through. */
      filtered: z.boolean(),
    }),
  ),
  organizationCount: z.int(),
}

/** Whose rows somebody sees beside his own: what one of his roles shows is seen (wire §5). */
export const seenRows = z.object({
  /** Everybody's of the company, everybody's as far as data rules let them through, or those of some organisations. */
  everybody: z.enum(['all', 'filtered', 'none']),
  /** What no other of them shows already; none where everybody's are seen. */
  ...organizations,
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      everything: z.boolean(),
      dataScope: z.enum(dataScopes),
      /** How many data rules narrow it. */
      rules: z.int(),
      /** The organisation whose members wear it; null where he was given it himself. */
      org: z.nullable(named),
      /** The organisation he was given it for. */
      anchor: z.nullable(named),
      ...organizations,
    }),
  ),
})
export type SeenRows = z.output<typeof seenRows>
