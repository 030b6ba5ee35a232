import * as z from 'zod/mini'
import { id, moment, version } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { secretFacts } from './open-app-rows.ts'

export const maxLiveScimTokens = 2
const maxScimRoles = 200

const named = z.object({ id: z.string(), name: z.string() })
export const scimToken = z.object({ ...secretFacts, lastTime: z.nullable(moment) })
export type ScimToken = z.output<typeof scimToken>

export const scimWrite = z.object({
  enabled: z._default(z.boolean(), false),
  /** Where new users are added; null: nowhere. */
  orgId: z._default(z.nullable(id), null),
  /** Roles that the application sees as groups. */
  roleIds: z._default(
    z.array(id).check(z.maxLength(maxScimRoles, { error: () => t('最多 {maxScimRoles} 个角色', { maxScimRoles }) })),
    [],
  ),
  version,
})
export type ScimWrite = z.output<typeof scimWrite>

export const scimSettings = z.object({
  enabled: z.boolean(),
  /** Where an identity provider calls. */
  address: z.string(),
  org: z.nullable(named),
  roles: z.array(named),
  /** Users that the application has added or named. */
  users: z.int(),
  /** Newest first. */
  tokens: z.array(scimToken),
  version: z.int(),
})
export type ScimSettings = z.output<typeof scimSettings>

export const scimTokenImpact = z.object({
  hint: z.string(),
  lastTime: z.nullable(moment),
  /** Valid tokens that remain. */
  remaining: z.int(),
})
