import * as z from 'zod/mini'
import { optionalText } from '../../../kernel/fields.ts'
import { id, moment, person, version } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { isWebAddress } from '../open-apis/open-api-fields.ts'

/**
 * Who an application is shown to. `portal`: everyone who registered on the portal; `everyone`: users of all companies.
 * Both only for the operator's applications.
 */
export const audiences = ['nobody', 'company', 'orgs', 'roles', 'portal', 'everyone'] as const
export type Audience = (typeof audiences)[number]
export const openModes = ['blank', 'self'] as const
/** What an application learns at sign-on beside the user's id and name. */
export const ssoScopes = ['account', 'phone', 'email', 'ent'] as const
export type SsoScope = (typeof ssoScopes)[number]
export const maxTargets = 100
export const maxFavorites = 100
export const maxApprovers = 10
/** Seconds that a sign-on ticket is valid. */
export const ticketSeconds = 60

const address = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(200, '最多 200 个字符'),
    z.refine((typed) => typed === '' || isWebAddress(typed), '请输入 http 或 https 网址'),
  ),
  '',
)
export const portalSettingsWrite = z.object({
  audience: z._default(z.enum(audiences, '请选择可见范围'), 'nobody'),
  targetIds: z._default(
    z.array(id).check(z.maxLength(maxTargets, { error: () => t('最多 {maxTargets} 个', { maxTargets }) })),
    [],
  ),
  category: optionalText(20),
  address,
  openMode: z._default(z.enum(openModes), 'blank'),
  /** Opens with a ticket, by which the application signs the user on. */
  sso: z._default(z.boolean(), false),
  scopes: z._default(z.array(z.enum(ssoScopes)).check(z.maxLength(ssoScopes.length)), []),
  /** Users of the company who do not see it may ask for it. */
  requestable: z._default(z.boolean(), false),
  /** Users who decide on requests; its owner if none is given. */
  approverIds: z._default(
    z.array(id).check(z.maxLength(maxApprovers, { error: () => t('最多 {maxApprovers} 人', { maxApprovers }) })),
    [],
  ),
  version: z._default(version, 1),
})
export type PortalSettingsWrite = z.output<typeof portalSettingsWrite>
export const portalSettings = z.object({
  audience: z.enum(audiences),
  targets: z.array(z.object({ id: z.string(), name: z.string() })),
  category: z.string(),
  address: z.string(),
  openMode: z.enum(openModes),
  sso: z.boolean(),
  scopes: z.array(z.enum(ssoScopes)),
  requestable: z.boolean(),
  approvers: z.array(person),
  version: z.int(),
})
export type PortalSettings = z.output<typeof portalSettings>

export const portalApp = z.object({
  id: z.string(),
  name: z.string(),
  desc: z.string(),
  /** Address of its picture; empty without one. */
  logo: z.string(),
  category: z.string(),
  openMode: z.enum(openModes),
  sso: z.boolean(),
  /** Name of the company that offers it. */
  company: z.string(),
  favorite: z.boolean(),
  /** When the caller last opened it. */
  lastTime: z.nullable(moment),
})
export type PortalApp = z.output<typeof portalApp>

export const consent = z.object({
  appId: z.string(),
  name: z.string(),
  company: z.string(),
  scopes: z.array(z.enum(ssoScopes)),
  time: moment,
})
export type Consent = z.output<typeof consent>
