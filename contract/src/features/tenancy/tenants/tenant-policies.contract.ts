import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { languageOrEmpty } from '../../../kernel/language-tag.ts'
import { idParams, moment, nothing } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { t } from '../../../kernel/texts.ts'

/** Whether operators of the platform may act in a tenant's companies: freely, after approval, or never. */
export const switchPolicies = ['allowed', 'ask', 'denied'] as const
export const maxAddresses = 100
/** Maximum number of names in an impact. */
export const namedInPolicyImpact = 10

const optionalInteger = (min: number, max: number) => {
  const sentence = { error: () => t('请输入 {min} 到 {max} 之间的整数，或留空', { min, max }) }
  return z._default(z.nullable(z.int(sentence).check(z.gte(min, sentence), z.lte(max, sentence))), null)
}
const networks = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const addresses = z.array(z.string().check(z.trim())).check(
  z.maxLength(maxAddresses, { error: () => t('最多 {maxAddresses} 个地址或网段', { maxAddresses }) }),
  z.refine((typed) => typed.every((each) => networks.safeParse(each).success), {
    error: ({ input }) => {
      const wrong = (input as string[]).find((each) => !networks.safeParse(each).success)
      return t('“{wrong}”不是 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24', { wrong })
    },
  }),
)

const shown = {
  /** Idle and absolute session lifetime; null: the platform's. */
  idleMinutes: z.nullable(z.int()),
  absoluteMinutes: z.nullable(z.int()),
  /** Maximum devices per user signed in at once; null: unlimited. */
  mostDevices: z.nullable(z.int()),
  /** When a second step becomes required; null: only users who have one are asked. */
  secondStepFrom: z.nullable(moment),
  /** Addresses and CIDR blocks allowed to sign in; empty: any. */
  addresses: z.array(z.string()),
  switchPolicy: z.enum(switchPolicies),
  /** People sign in by the tenant's identity providers alone; its administrators also by a password and a second step. */
  ssoOnly: z.boolean(),
  /** Of people who have chosen none, a BCP 47 tag; empty: that of their browser. */
  language: z.string(),
}
export const tenantPolicies = z.object({
  ...shown,
  companyId: z.string(),
  companyName: z.string(),
  /** Limits of the platform, which a tenant can only shorten. */
  platform: z.object({ idleMinutes: z.int(), absoluteMinutes: z.int() }),
  /** The caller's IP address. */
  callerAddress: z.string(),
  /** Languages to choose from. */
  languages: z.array(z.string()),
  version: z.int(),
})
export type TenantPolicies = z.output<typeof tenantPolicies>

export const tenantPoliciesUpdate = z.object({
  idleMinutes: optionalInteger(5, 1440),
  absoluteMinutes: optionalInteger(10, 10_080),
  mostDevices: optionalInteger(1, 100),
  secondStepFrom: optionalMomentInput,
  addresses: z._default(addresses, []),
  switchPolicy: z.enum(switchPolicies, '请选择是否允许平台访问'),
  ssoOnly: z._default(z.boolean(), false),
  language: languageOrEmpty,
  version: z.int().check(z.gte(1)),
})
export type TenantPoliciesUpdate = z.output<typeof tenantPoliciesUpdate>

/** Immediate impact of a policy change. */
export const tenantPoliciesImpact = z.object({
  /** Live sessions, which end. */
  sessions: z.int(),
  /** Whether the caller's session is among them. */
  own: z.boolean(),
  /** Users without a second step who will be required to have one. */
  people: z.int(),
  named: z.array(z.object({ name: z.string(), account: z.string() })),
  /** Users who are linked to no identity provider of the tenant, if people are to sign in by those alone. */
  unlinked: z.int(),
  /** Whether the caller is one of them; as an administrator they still have a way back. */
  ownUnlinked: z.boolean(),
})
export type TenantPoliciesImpact = z.output<typeof tenantPoliciesImpact>

const change = {
  method: 'PUT',
  reach: 'platform',
  body: tenantPoliciesUpdate,
  namesUsers: 'inRowScope',
  impact: tenantPoliciesImpact,
  reply: nothing,
} as const

export const tenantPoliciesContract = defineContract('sysTenantPolicies', {
  own: {
    method: 'GET',
    path: '/api/sys/tenant-policies/v1',
    summary: 'Read the sign-in policy of the caller’s tenant; null if the company belongs to none',
    access: permitted('view'),
    reach: 'platform',
    whileActing: 'guest',
    reply: z.nullable(tenantPolicies),
  },
  updateOwn: {
    ...change,
    path: '/api/sys/tenant-policies/v1',
    audit: { event: 'tenantPolicies.decided' },
    summary: 'Change the sign-in policy of the caller’s tenant; previews whose sessions end and who has no second step',
    access: permitted('edit'),
  },
  get: {
    method: 'GET',
    path: '/api/sys/companys/:id/policies/v1',
    summary: 'Read the sign-in policy of a company’s tenant',
    access: permitted('tenant'),
    reach: 'platform',
    params: idParams,
    reply: tenantPolicies,
  },
  update: {
    ...change,
    path: '/api/sys/companys/:id/policies/v1',
    audit: { event: 'tenantPolicies.updated' },
    summary: 'Change the sign-in policy of a tenant on its behalf',
    access: permitted('tenant'),
    params: idParams,
  },
})
