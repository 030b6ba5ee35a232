import * as z from 'zod/mini'
import { perhapsMoment } from '../../kernel/chosen-moment.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { idParams, moment, nothing } from '../../kernel/listing.ts'

/** Whether the platform's people may act in a tenant's companies: at once, after they were let, or not at all. */
export const switchPolicies = ['allowed', 'ask', 'denied'] as const
export const maxAddresses = 100
/** So many of the people a change is about are named. */
export const namedInPolicyImpact = 10

const whole = (least: number, most: number) => {
  const sentence = `请输入 ${least} 到 ${most} 之间的整数，或留空`
  return z._default(z.nullable(z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence))), null)
}
const networks = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const addresses = z.array(z.string().check(z.trim())).check(
  z.maxLength(maxAddresses, `最多 ${maxAddresses} 个地址或网段`),
  z.refine((typed) => typed.every((each) => networks.safeParse(each).success), {
    error: ({ input }) => {
      const wrong = (input as string[]).find((each) => !networks.safeParse(each).success)
      return `“${wrong}”不是 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24`
    },
  }),
)

const shown = {
  /** How long somebody may do nothing, and be signed in at all; null: as long as the platform lets everybody. */
  idleMinutes: z.nullable(z.int()),
  absoluteMinutes: z.nullable(z.int()),
  /** With how many devices one person may be signed in at once; null: as many as he likes. */
  mostDevices: z.nullable(z.int()),
  /** From when on signing in takes a second step; null: whoever has one is asked for it. */
  secondStepFrom: z.nullable(moment),
  /** Addresses and CIDR blocks people sign in from; none: anywhere. */
  addresses: z.array(z.string()),
  switchPolicy: z.enum(switchPolicies),
}
export const tenantPolicies = z.object({
  ...shown,
  companyId: z.string(),
  companyName: z.string(),
  /** What the platform lets everybody have; a tenant can only shorten it. */
  platform: z.object({ idleMinutes: z.int(), absoluteMinutes: z.int() }),
  /** Where the caller is calling from. */
  callerAddress: z.string(),
  version: z.int(),
})
export type TenantPolicies = z.output<typeof tenantPolicies>

export const tenantPoliciesUpdate = z.object({
  idleMinutes: whole(5, 1440),
  absoluteMinutes: whole(10, 10_080),
  mostDevices: whole(1, 100),
  secondStepFrom: perhapsMoment,
  addresses: z._default(addresses, []),
  switchPolicy: z.enum(switchPolicies, '请选择平台人员能否进入'),
  version: z.int().check(z.gte(1)),
})
export type TenantPoliciesUpdate = z.output<typeof tenantPoliciesUpdate>

/** What other policies do at once, and to whom. */
export const tenantPoliciesImpact = z.object({
  /** Living sessions, which end. */
  sessions: z.int(),
  /** The caller's own is among them. */
  own: z.boolean(),
  /** Who is asked for a second step from now or then on and has none yet. */
  people: z.int(),
  named: z.array(z.object({ name: z.string(), account: z.string() })),
})
export type TenantPoliciesImpact = z.output<typeof tenantPoliciesImpact>

const change = {
  method: 'PUT',
  reach: 'platform',
  body: tenantPoliciesUpdate,
  people: 'scoped',
  impact: tenantPoliciesImpact,
  reply: nothing,
} as const

export const tenantPoliciesContract = defineContract('sysTenantPolicies', {
  own: {
    method: 'GET',
    path: '/api/sys/tenant-policies/v1',
    summary: 'How people of my tenant sign in; null where my company belongs to none',
    access: permitted('view'),
    reach: 'platform',
    whileActing: 'guest',
    reply: z.nullable(tenantPolicies),
  },
  updateOwn: {
    ...change,
    path: '/api/sys/tenant-policies/v1',
    audit: { event: 'tenantPolicies.decided' },
    summary: 'Decide how people of my tenant sign in; shows first whose sessions end and who has no second step',
    access: permitted('edit'),
  },
  get: {
    method: 'GET',
    path: '/api/sys/companys/:id/policies/v1',
    summary: 'How people of a company’s tenant sign in',
    access: permitted('tenant'),
    reach: 'platform',
    params: idParams,
    reply: tenantPolicies,
  },
  update: {
    ...change,
    path: '/api/sys/companys/:id/policies/v1',
    audit: { event: 'tenantPolicies.updated' },
    summary: 'Decide how people of a tenant sign in, in its stead',
    access: permitted('tenant'),
    params: idParams,
  },
})
