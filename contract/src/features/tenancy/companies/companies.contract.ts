import * as z from 'zod/mini'
import { contrastOnLight, isReadable } from '../../../kernel/accent-colors.ts'
import { account } from '../../../kernel/account.ts'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import {
  creditCode,
  email,
  messages,
  multilineText,
  optionalMultilineText,
  optionalText,
  orEmpty,
  phone,
  telephoneOrEmpty,
  text,
} from '../../../kernel/fields.ts'
import {
  id,
  idParams,
  listOf,
  listQuery,
  moment,
  nothing,
  person,
  rowBase,
  timeRange,
  version,
} from '../../../kernel/listing.ts'
import { momentInput, optionalMomentInput } from '../../../kernel/moment-input.ts'
import { branding } from '../branding/branding.ts'
import { planImpact } from '../plans/plans.contract.ts'
import { quotasShown, quotasWritten, usage } from '../plans/quotas.ts'

/** 1 normal, 0 disabled, 2 locked. */
export const companyStates = [1, 0, 2] as const
/** Derived from the tenant's times: `grace` is read-only, `expired` admits administrators only. */
export const tenantStates = ['trial', 'active', 'grace', 'expired', 'suspended', 'closing'] as const
/** Prevents bulk reading of companies through the switching drawer. */
export const switcherRate = { n: 60, per: 'minute' } as const
/** An archive holds a database connection while it is downloaded. */
export const archiveRate = { n: 20, per: 'hour' } as const

const lockState = z.object({
  reason: z.string(),
  by: person,
  time: moment,
  /** Null: until unlocked. */
  until: z.nullable(moment),
})
const tenantSummary = z.object({
  state: z.enum(tenantStates),
  planId: z.string(),
  planName: z.string(),
  /** Null: no expiry. */
  expireTime: z.nullable(moment),
})

const summary = {
  ...rowBase,
  name: z.string(),
  shortName: z.string(),
  code: z.string(),
  status: z.literal(companyStates),
  lock: z.nullable(lockState),
  parent: z.nullable(z.string()),
  parentName: z.string(),
  /** Its own tenant, or the one of its top company. */
  tenant: tenantSummary,
  /** Users of all companies of the tenant. */
  tenantUsers: z.int(),
  mostUsers: z.nullable(z.int()),
  adminAccount: z.string(),
  adminName: z.string(),
} as const

export const companyRow = z.object({
  ...summary,
  // Keys of a row in the drawer's mixed tree of companies and organisations.
  companyId: z.string(),
  type: z.literal('company'),
  onlyId: z.string(),
  /** It has no organisations. */
  leaf: z.boolean(),
  /** When the caller last acted in it; null if never. */
  recent: z.nullable(moment),
  /** Pinned by the caller. */
  pinned: z.boolean(),
})
export type CompanyRow = z.output<typeof companyRow>

const detailFields = {
  creditCode: z.string(),
  legal: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  areaCode: z.string(),
  address: z.string(),
  industry: z.string(),
  size: z.string(),
  remark: z.string(),
}
export const companyDetail = z.object({
  ...summary,
  ...detailFields,
  /** Users of this company alone. */
  users: z.int(),
})
export type CompanyDetail = z.output<typeof companyDetail>

const code = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^$|^[A-Za-z0-9][A-Za-z0-9_-]{1,30}$/, '编码为 2–31 位字母、数字、下划线或短横线，以字母或数字开头'),
    ),
  '',
)
const wrongCreditCode = '请输入正确的统一社会信用代码'
const fields = {
  name: text(100, '请输入公司名称'),
  shortName: optionalText(30),
  code,
  creditCode: z._default(
    z.string().check(
      z.trim(),
      z.toUpperCase(),
      z.maxLength(18, wrongCreditCode),
      z.refine((typed) => typed === '' || creditCode.safeParse(typed).success, wrongCreditCode),
    ),
    '',
  ),
  legal: optionalText(30),
  contact: optionalText(30),
  phone: telephoneOrEmpty,
  email: orEmpty(email, messages.email),
  areaCode: z._default(z.string().check(z.trim(), z.regex(/^$|^\d{6,12}$/, '请输入 6–12 位地区代码')), ''),
  address: optionalText(200),
  industry: optionalText(50),
  size: optionalText(30),
  remark: optionalMultilineText(200),
  /** The parent company; null for a top company. */
  parent: z._default(z.nullable(id), null),
}
export const companyAdministrator = z.object({
  account,
  name: text(30, '请输入姓名'),
  phone: orEmpty(phone, messages.phone),
})
export const companyCreate = z.object({
  ...fields,
  admin: companyAdministrator,
  /** Null: the standard plan. Ignored for a subsidiary, as is `expireTime`: it shares the tenant of its parent. */
  planId: z._default(z.nullable(id), null),
  expireTime: optionalMomentInput,
  /** The company whose organisations, posts, roles and rules are copied; ignored for a subsidiary. */
  template: z._default(z.nullable(id), null),
})
export type CompanyCreate = z.output<typeof companyCreate>
export const companyUpdate = z.object({ ...fields, version })
export type CompanyUpdate = z.output<typeof companyUpdate>
export type CompanyFields = Omit<CompanyUpdate, 'version'>

export const companyLock = z.object({ reason: multilineText(200, '请填写锁定原因'), until: optionalMomentInput })
/** Impact of locking a company. */
export const companyImpact = z.object({
  name: z.string(),
  /** Live sessions, which end. */
  sessions: z.int(),
  /** Users who can sign in now and cannot while it is locked. */
  users: z.int(),
  /** Direct subsidiaries, which are not locked. */
  subsidiaries: z.int(),
})
export type CompanyImpact = z.output<typeof companyImpact>

/** The administrator's credentials, returned once. */
const credentials = { account: z.string(), password: z.string() }

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
/** Steps of a company's setup, in order; `template` only if one was chosen. */
export const setUpSteps = ['role', 'administrator', 'rights', 'template'] as const
const setUp = z.array(
  z.object({
    step: z.enum(setUpSteps),
    done: z.boolean(),
    /** Name of the template company. */
    from: z.optional(z.string()),
  }),
)
export type SetUp = z.output<typeof setUp>

/** Maximum rows copied from a template, so that creating a company takes seconds. */
export const templateLimits = { organizations: 5000, posts: 1000, roles: 1000, parameters: 1000 } as const
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

export const maxLogoBytes = 1024 * 1024
const color = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^$|^#[0-9a-f]{6}$/, '请输入六位十六进制颜色，例如 #0a53c1'))
const lowContrastMessage = (typed: unknown) => {
  const measured = (Math.floor(contrastOnLight(String(typed)) * 10) / 10).toFixed(1)
  return `这个颜色与浅色背景的对比度只有 ${measured}:1，文字看不清，请选择更深的颜色（至少 4.5:1）`
}
const primary = color.check(
  z.refine((typed) => !/^#[0-9a-f]{6}$/.test(typed) || isReadable(typed), {
    error: ({ input }) => lowContrastMessage(input),
  }),
)
export const brandingUpdate = z.object({
  title: optionalText(30),
  primary: z._default(primary, ''),
  background: z._default(color, ''),
  version,
})
export type BrandingUpdate = z.output<typeof brandingUpdate>

export const maxDomains = 10
const wrongHost = '请输入正确的域名，例如 console.example.com'
/** A host name of at least two labels; internationalised ones in Punycode (RFC 5891). */
const host = z
  .string(wrongHost)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, '请输入域名'),
    z.maxLength(240, wrongHost),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/, wrongHost),
  )
/** A host for the sign-in page of a tenant; verified once DNS has the TXT record. */
const domain = z.object({ host: z.string(), verified: z.boolean(), record: z.string(), txt: z.string() })
export type Domain = z.output<typeof domain>
export const domainAdd = z.object({ host })
const domainParams = z.object({ id, host })

export const tenant = z.object({
  ...tenantTerms,
  companyId: z.string(),
  companyName: z.string(),
  state: z.enum(tenantStates),
  planName: z.string(),
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

const read = { method: 'GET', reach: 'platform', access: permitted('list') } as const
const write = { method: 'PUT', reach: 'platform', params: idParams, reply: nothing } as const

const companiesQuery = listQuery({
  sortable: ['name', 'createTime'],
  filters: {
    /** Those of `companyStates` that users can set. */
    status: z.enum(['1', '2']),
    state: z.enum(tenantStates),
    planId: id,
    /** The tenant expires within this many days, or has expired. */
    expire: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(0, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
    /** The tenant expires within this range. */
    expireTime: timeRange,
    /** The tenant uses up a quota, or nearly. */
    usage: z.enum(['full', 'near']),
    /** Subsidiaries of this company. */
    parent: id,
    /** Companies the caller has acted in, latest first. */
    recent: z.literal('1'),
    /** Companies the caller has pinned, latest first. */
    pinned: z.literal('1'),
  },
})
const companiesFilter = z.omit(companiesQuery, { page: true, size: true, sort: true })
export type CompaniesFilter = z.output<typeof companiesFilter>

export const companiesContract = defineContract('sysCompanys', {
  list: {
    ...read,
    path: '/api/sys/companys/v1',
    summary: 'List companies of the platform; searches name, short name, code and credit code',
    rate: switcherRate,
    whileActing: 'home',
    wire: 'list',
    people: unscopedBecause('platform only: names administrators of companies, not users of the caller’s company'),
    query: companiesQuery,
    reply: listOf(companyRow),
  },
  exportCompanies: {
    method: 'POST',
    path: '/api/sys/companys/export/v1',
    summary: 'Export matching companies as CSV; a POST because the export is audited',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: unscopedBecause('platform only: names administrators of companies, not users of the caller’s company'),
    audit: { event: 'companies.exported' },
    quiet: true,
    body: companiesFilter,
    reply: binary,
  },
  get: {
    ...read,
    path: '/api/sys/companys/:id/v1',
    summary: 'Read a company',
    params: idParams,
    reply: companyDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/companys/v1',
    summary: 'Add a company with its administrator, plan and initial data; the password is shown once',
    access: permitted('add'),
    // Hashing is slow: no connection is held meanwhile.
    reach: 'nothing',
    audit: { event: 'company.created', namesPeople: true },
    body: companyCreate,
    reply: z.object({ id: z.string(), ...credentials, setUp }),
  },
  update: {
    ...write,
    path: '/api/sys/companys/:id/v1',
    summary: 'Change a company',
    access: permitted('edit'),
    audit: { event: 'company.updated' },
    body: companyUpdate,
  },
  lock: {
    ...write,
    path: '/api/sys/companys/:id/lock/v1',
    summary: 'Lock a company, temporarily or until unlocked, and end all its sessions; previews the impact',
    access: permitted('lock'),
    audit: { event: 'company.locked' },
    body: companyLock,
    impact: companyImpact,
  },
  unlock: {
    ...write,
    path: '/api/sys/companys/:id/unlock/v1',
    summary: 'Unlock a company',
    access: permitted('lock'),
    audit: { event: 'company.unlocked' },
  },
  reset: {
    method: 'PUT',
    path: '/api/sys/companys/:id/reset/v1',
    summary: 'Generate a new password for a company’s administrator, shown once, and end their sessions',
    access: permitted('reset'),
    reach: 'nothing',
    audit: { event: 'companyPassword.replaced', namesPeople: true },
    params: idParams,
    reply: z.object(credentials),
  },
  tenant: {
    ...read,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'Read the tenant of a company, its own or the shared one',
    access: permitted('tenant'),
    params: idParams,
    reply: tenant,
  },
  updateTenant: {
    ...write,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'Change the tenant of a top company; previews who loses what if the plan changes',
    access: permitted('tenant'),
    audit: { event: 'tenant.updated' },
    body: tenantUpdate,
    people: 'scoped',
    impact: planImpact,
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
  exportData: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/export/v1',
    summary: 'Export all data of a tenant’s companies as a zip of JSON lines, without secrets (decision 39)',
    access: permitted('tenant'),
    // No connection per request: the archive streams from a snapshot of its own.
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    rate: archiveRate,
    audit: { event: 'tenant.exported' },
    unmasked: true,
    quiet: true,
    params: idParams,
    reply: binary,
  },
  updateBranding: {
    ...write,
    path: '/api/sys/companys/:id/branding/v1',
    summary: 'Set the title and the accent colour shown to a tenant’s users',
    access: permitted('tenant'),
    audit: { event: 'branding.updated' },
    body: brandingUpdate,
  },
  logo: {
    ...read,
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Read the logo of a tenant, its own or the shared one',
    access: permitted('tenant'),
    params: idParams,
    wire: 'binary',
    people: 'none',
    reply: binary,
  },
  replaceLogo: {
    method: 'POST',
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Replace the logo of a tenant; JPG or PNG, downscaled and re-encoded',
    access: permitted('tenant'),
    reach: 'platform',
    wire: 'multipart',
    maxBytes: maxLogoBytes,
    audit: { event: 'logo.replaced' },
    params: idParams,
    reply: nothing,
  },
  removeLogo: {
    ...write,
    method: 'DELETE',
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Remove the logo of a tenant',
    access: permitted('tenant'),
    audit: { event: 'logo.removed' },
  },
  addDomain: {
    method: 'POST',
    path: '/api/sys/companys/:id/domains/v1',
    summary: 'Add a host name to a tenant, to be verified by a TXT record',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'domain.added' },
    params: idParams,
    body: domainAdd,
    reply: domain,
  },
  verifyDomain: {
    method: 'PUT',
    path: '/api/sys/companys/:id/domains/:host/verify/v1',
    summary: 'Verify the TXT record of a host name; once verified, the host shows the tenant’s sign-in page',
    access: permitted('tenant'),
    // DNS is slow: no connection is held meanwhile.
    reach: 'nothing',
    rate: { n: 20, per: 'minute' },
    audit: { event: 'domain.verified' },
    params: domainParams,
    reply: nothing,
  },
  removeDomain: {
    method: 'DELETE',
    path: '/api/sys/companys/:id/domains/:host/v1',
    summary: 'Remove a host name from a tenant',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'domain.removed' },
    params: domainParams,
    reply: nothing,
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
