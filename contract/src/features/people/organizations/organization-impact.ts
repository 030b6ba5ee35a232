import * as z from 'zod/mini'
import { moduleConcerns } from '../../../kernel/module-concerns.ts'
import { productText } from '../../../kernel/product-text.ts'

/** Impact of moving, merging or splitting organisations. */
export const organizationImpact = z.object({
  /** Names of the moved organisations. */
  names: z.array(z.string()),
  /** Number of organisations including descendants. */
  organizations: z.int(),
  /** Their members. */
  users: z.int(),
  /** Roles with these organisations in a custom data scope or in the scope of an assignment. */
  roles: z.array(productText()),
  /** Roles that members lose by leaving, and gain by joining, an organisation. */
  rolesLost: z.array(productText()),
  rolesGained: z.array(productText()),
  /** Leaders of the merged organisation who become leaders of the target. */
  leaders: z.array(z.string()),
  /** Ancestors at the new position, root first; empty for the root. */
  into: z.array(z.string()),
})
export type OrganizationImpact = z.output<typeof organizationImpact>

/** Impact of changing an organisation's roles on its members. */
export const organizationRolesImpact = z.object({
  given: z.array(productText()),
  taken: z.array(productText()),
  /** Number of affected users. */
  users: z.int(),
})
export type OrganizationRolesImpact = z.output<typeof organizationRolesImpact>

/** Impact of removing an organisation on assignments scoped to it. */
export const organizationRemoval = z.object({ taken: z.array(productText()), users: z.int(), modules: moduleConcerns })
export type OrganizationRemoval = z.output<typeof organizationRemoval>
