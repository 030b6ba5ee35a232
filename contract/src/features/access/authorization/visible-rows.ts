import * as z from 'zod/mini'
import { productText } from '../../../kernel/product-text.ts'
import { dataScopes } from '../row-scopes/data-rules.ts'

const reference = z.object({ id: z.string(), name: z.string() })
const organizationList = {
  /** The first twenty, by name. */
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Includes descendants. */
      below: z.boolean(),
      /** Restricted by data rules. */
      filtered: z.boolean(),
    }),
  ),
  organizationCount: z.int(),
}

/** Rows visible to a user beside their own, as the union over their roles. */
export const visibleRows = z.object({
  /** All users of the company, all that data rules allow, or only those of organisations. */
  everybody: z.enum(['all', 'filtered', 'none']),
  /** Organisations not covered by another entry; empty if all users are visible. */
  ...organizationList,
  roles: z.array(
    z.object({
      id: z.string(),
      name: productText(),
      everything: z.boolean(),
      dataScope: z.enum(dataScopes),
      /** Number of data rules that filter the role. */
      rules: z.int(),
      /** The organisation that grants the role to its members; null for direct assignments. */
      org: z.nullable(reference),
      /** Organisation scope of the assignment. */
      anchor: z.nullable(reference),
      ...organizationList,
    }),
  ),
})
export type VisibleRows = z.output<typeof visibleRows>
