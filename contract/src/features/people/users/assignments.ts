import * as z from 'zod/mini'
import { optionalMultilineText } from '../../../kernel/fields.ts'
import { id } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { t } from '../../../kernel/texts.ts'
import { duties } from './user-codes.ts'

export const maxRoles = 100
export const maxOrganizations = 20

const duty = z.enum(duties, '请选择职务')
/** How a user belongs to an organisation. */
export const membership = z.object({
  duty,
  primary: z._default(z.boolean(), false),
  postId: z._default(z.nullable(id), null),
})
export type Membership = z.output<typeof membership>

/** Organisations of a user with their posts. Without a primary one, the first is. */
export const requestedMemberships = z
  .array(z.extend(membership, { orgId: id, duty: z._default(duty, 'member') }))
  .check(z.maxLength(maxOrganizations, { error: () => t('最多 {maxOrganizations} 个组织', { maxOrganizations }) }))
export type RequestedMembership = z.output<typeof requestedMemberships>[number]

/** Role assignments of a user. */
export const requestedRoles = z
  .array(
    z.object({
      roleId: id,
      /** Organisation scope; null for the user's own organisations. */
      orgId: z._default(z.nullable(id), null),
      startTime: optionalMomentInput,
      expireTime: optionalMomentInput,
      reason: optionalMultilineText(200),
    }),
  )
  .check(z.maxLength(maxRoles, { error: () => t('最多 {maxRoles} 个角色', { maxRoles }) }))
export type RequestedRole = z.output<typeof requestedRoles>[number]
