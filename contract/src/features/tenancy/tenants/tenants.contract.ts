import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText, text } from '../../../kernel/fields.ts'
import { id, idParams, moment, nothing, version } from '../../../kernel/listing.ts'
import { momentInput, optionalMomentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { branding } from '../branding/branding.ts'
import { domain } from '../branding/domains.contract.ts'
import { planImpact } from '../plans/plans.contract.ts'
import { quotasShown, quotasWritten, usage } from '../plans/quotas.ts'
import { companyImpact } from './company-impact.ts'
import { setUp } from './set-up.ts'
import { planUsage, tenantUsage } from './tenant-usage.ts'

/** Derived from the tenant's times: `grace` is read-only, `expired` admits administrators only. */
export const tenantStates = ['trial', 'active', 'grace', 'expired', 'suspended', 'closing'] as const
const graceDays = '请输入 0 到 365 之间的整数'
/** Terms of a top company's tenant, shared by its subsidiaries. */
const tenantTerms = {
  planId: z.string(),
  startTime: moment,
  /** Null: no expiry. */
  expireTime: z.nullable(moment),
  graceDays: z.int(),
  trial: z.boolean(),
  /** Overrides of the plan's quotas; null: the plan's. */
  ...quotasShown,
}
export const setUpRun = z.object({
  /** Copies the template again and adds what is missing. */
  template: z._default(z.boolean(), false),
})
/** Days before expiry from which on administrators are notified. */
export const expiryNoticeDays = 30
/** Days from closing to erasure; until then closing can be undone. */
export const closingDays = 30
export const tenantClose = z.object({
  reason: multilineText(200, '请填写注销原因'),
  /** The company's name, typed to confirm. */
  name: text(100, '请输入公司名称'),
})
export const tenant = z.object({
  ...tenantTerms,
  companyId: z.string(),
  companyName: z.string(),
  state: z.enum(tenantStates),
  planName: productText(),
  planQuotas: z.object(quotasShown),
  /** End of the grace period; null: no expiry. */
  graceUntil: z.nullable(moment),
  suspendReason: z.string(),
  closeReason: z.string(),
  /** When a closing tenant is erased; null: not closing. */
  eraseTime: z.nullable(moment),
  branding,
  domains: z.array(domain),
  usage: z.object({ ...usage, companies: z.int() }),
  /** Modules of the installation, and whether they are on for the companies of the tenant. */
  modules: z.array(z.object({ name: z.string(), title: productText(), on: z.boolean() })),
  /** Setup of the requested company. */
  setUp,
  version: z.int(),
})
export type Tenant = z.output<typeof tenant>
export const tenantUpdate = z.object({
  planId: id,
  startTime: momentInput,
  expireTime: optionalMomentInput,
  graceDays: z.int(graceDays).check(z.gte(0, graceDays), z.lte(365, graceDays)),
  trial: z._default(z.boolean(), false),
  ...quotasWritten,
  version,
})
export type TenantUpdate = z.output<typeof tenantUpdate>
export const moduleSwitch = z.object({ module: text(30, '请选择模块'), on: z.boolean() })
const read = { method: 'GET', reach: 'platform', access: permitted('list') } as const
const write = { method: 'PUT', reach: 'platform', params: idParams, reply: nothing } as const

export const tenantsContract = defineContract('sysCompanys', {
  tenant: {
    ...read,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'Read the tenant of a company, its own or the shared one',
    access: permitted('tenant'),
    params: idParams,
    reply: tenant,
  },
  tenantUsage: {
    ...read,
    path: '/api/sys/companys/:id/tenant/usage/v1',
    summary: 'Read the usage of a company’s tenant by day of the last year',
    access: permitted('tenant'),
    params: idParams,
    reply: tenantUsage,
  },
  planUsage: {
    ...read,
    path: '/api/sys/plans/:id/usage/v1',
    summary: 'Read the usage of all tenants of a plan together by day of the last year',
    access: permitted('tenant'),
    params: idParams,
    reply: planUsage,
  },
  updateTenant: {
    ...write,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'Change the tenant of a top company; previews who loses what if the plan changes',
    access: permitted('tenant'),
    audit: { event: 'tenant.updated' },
    body: tenantUpdate,
    namesUsers: 'inRowScope',
    impact: planImpact,
  },
  switchModule: {
    ...write,
    path: '/api/sys/companys/:id/tenant/modules/v1',
    summary: 'Switch a module on or off for all companies of a tenant; its rows stay',
    access: permitted('tenant'),
    audit: { event: 'tenant.moduleSwitched' },
    body: moduleSwitch,
  },
  suspend: {
    ...write,
    path: '/api/sys/companys/:id/tenant/suspend/v1',
    summary: 'Suspend a tenant: users of its companies cannot sign in until it is resumed',
    access: permitted('tenant'),
    audit: { event: 'tenant.suspended' },
    body: z.object({ reason: multilineText(200, '请填写暂停原因') }),
    impact: companyImpact,
  },
  resume: {
    ...write,
    path: '/api/sys/companys/:id/tenant/resume/v1',
    summary: 'Resume a suspended tenant',
    access: permitted('tenant'),
    audit: { event: 'tenant.resumed' },
  },
  close: {
    ...write,
    path: '/api/sys/companys/:id/tenant/close/v1',
    summary: 'Close a tenant: users of its companies cannot sign in, and the companies are erased after thirty days',
    access: permitted('tenant'),
    audit: { event: 'tenant.closed' },
    body: tenantClose,
    impact: companyImpact,
  },
  reopen: {
    ...write,
    path: '/api/sys/companys/:id/tenant/reopen/v1',
    summary: 'Reopen a closed tenant that is not erased yet',
    access: permitted('tenant'),
    audit: { event: 'tenant.reopened' },
  },
  initialise: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/init/v1',
    summary: 'Run the set-up steps of a company, again if needed; completed steps stay unchanged',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'tenant.initialised' },
    params: idParams,
    body: setUpRun,
    reply: setUp,
  },
})
