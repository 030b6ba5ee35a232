import * as z from 'zod/mini'
import { contrastOnLight, isReadable } from '../../kernel/accent-colors.ts'
import { account } from '../../kernel/account.ts'
import { binary } from '../../kernel/binary.ts'
import { chosenMoment, perhapsMoment } from '../../kernel/chosen-moment.ts'
import { defineContract, permitted, unscopedBecause } from '../../kernel/endpoint.ts'
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
} from '../../kernel/fields.ts'
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
} from '../../kernel/listing.ts'
import { planImpact } from '../plans/plans.contract.ts'
import { quotasShown, quotasWritten, usage } from '../plans/quotas.ts'

import { branding } from './branding.ts'

/** 1 normal, 0 disabled, 2 locked. */
export const companyStates = [1, 0, 2] as const
/** How a tenant stands, by its times: `grace` may look and change nothing, `expired` is for its administrator alone (wire §8). */
export const tenantStates = ['trial', 'active', 'grace', 'expired', 'suspended', 'closing'] as const
/** Nobody reads all companies through the switching drawer (threat T40). */
export const switcherRate = { n: 60, per: 'minute' } as const
/** An archive of a company's data keeps a connection as long as it is taken. */
export const archiveRate = { n: 20, per: 'hour' } as const

const lockState = z.object({
  reason: z.string(),
  by: person,
  time: moment,
  /** Null: until somebody unlocks it. */
  until: z.nullable(moment),
})
const tenantOf = z.object({
  state: z.enum(tenantStates),
  planId: z.string(),
  planName: z.string(),
  /** Null: without end. */
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
  /** Its own, or that of the company above it which it shares. */
  tenant: tenantOf,
  /** The people of the whole tenant. */
  tenantUsers: z.int(),
  mostUsers: z.nullable(z.int()),
  adminAccount: z.string(),
  adminName: z.string(),
} as const

export const companyRow = z.object({
  ...summary,
  // What the switching drawer knows a row of its mixed tree by (spec §3).
  companyId: z.string(),
  type: z.literal('company'),
  onlyId: z.string(),
  /** Nothing opens below it: it has no organisations. */
  leaf: z.boolean(),
  /** When the caller came to act in it last; null where he never did. */
  recent: z.nullable(moment),
  /** The caller keeps it at hand. */
  pinned: z.boolean(),
})
export type CompanyRow = z.output<typeof companyRow>

const particulars = {
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
  ...particulars,
  /** Its own people. */
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
  /** The company it belongs to; none for a top company. */
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
  /** Without one: the standard plan. A subsidiary shares the tenant above it, and these are not asked for. */
  planId: z._default(z.nullable(id), null),
  expireTime: perhapsMoment,
  /** The company whose organisations, posts, roles and rules it begins with; not asked for of a subsidiary either. */
  template: z._default(z.nullable(id), null),
})
export type CompanyCreate = z.output<typeof companyCreate>
export const companyUpdate = z.object({ ...fields, version })
export type CompanyUpdate = z.output<typeof companyUpdate>
export type CompanyFields = Omit<CompanyUpdate, 'version'>

export const companyLock = z.object({ reason: multilineText(200, '请填写锁定原因'), until: perhapsMoment })
/** What locking a company does to its people (beyond N12). */
export const companyImpact = z.object({
  name: z.string(),
  /** Living sessions, which end. */
  sessions: z.int(),
  /** Who can sign in now and cannot while it is locked. */
  users: z.int(),
  /** Its direct subsidiaries, which go on. */
  subsidiaries: z.int(),
})
export type CompanyImpact = z.output<typeof companyImpact>

/** What the administrator signs in with; shown this once. */
const credentials = { account: z.string(), password: z.string() }

const graceDays = '请输入 0 到 365 之间的整数'
/** What the platform agreed on with a top company; its subsidiaries share it. */
const tenantTerms = {
  planId: z.string(),
  startTime: moment,
  /** Null: without end. */
  expireTime: z.nullable(moment),
  graceDays: z.int(),
  trial: z.boolean(),
  /** Other numbers than the plan's; null: the plan's. */
  ...quotasShown,
}
/** What makes a company ready for its people, in order; the last where a template was chosen. */
export const setUpSteps = ['role', 'administrator', 'rights', 'template'] as const
const setUp = z.array(
  z.object({
    step: z.enum(setUpSteps),
    done: z.boolean(),
    /** What the template is called. */
    from: z.optional(z.string()),
  }),
)
export type SetUp = z.output<typeof setUp>

/** So much of a template is taken over at most: adding a company stays a matter of seconds. */
export const maxTemplate = { organizations: 5000, posts: 1000, roles: 1000, parameters: 1000 } as const
export const setUpRun = z.object({
  /** Also the template once more, though it was taken over: adds what is missing. */
  template: z._default(z.boolean(), false),
})

/** So many days before a tenant ends, those who look after its companies are told. */
export const soonDays = 30
/** A tenant that is closed is erased so many days later, and comes back until then. */
export const closingDays = 30
export const tenantClose = z.object({
  reason: multilineText(200, '请填写注销原因'),
  /** The company's own, typed once more. */
  name: text(100, '请输入公司名称'),
})

export const maxLogoBytes = 1024 * 1024
const color = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^$|^#[0-9a-f]{6}$/, '请输入六位十六进制颜色，例如 #0a53c1'))
const tooPale = (typed: unknown) => {
  const measured = (Math.floor(contrastOnLight(String(typed)) * 10) / 10).toFixed(1)
  return `这个颜色与浅色背景的对比度只有 ${measured}:1，文字看不清，请选择更深的颜色（至少 4.5:1）`
}
const primary = color.check(
  z.refine((typed) => !/^#[0-9a-f]{6}$/.test(typed) || isReadable(typed), { error: ({ input }) => tooPale(input) }),
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
/** A host name of two labels at least, as DNS writes it; Chinese ones in Punycode (RFC 5891). */
const host = z
  .string(wrongHost)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, '请输入域名'),
    z.maxLength(240, wrongHost),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/, wrongHost),
  )
/** A host at which a tenant's people sign in; verified once DNS answers with the text at that name. */
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
  /** When a tenant in grace is closed to all but its administrator; null: it has no end. */
  graceUntil: z.nullable(moment),
  suspendReason: z.string(),
  closeReason: z.string(),
  /** When a tenant that is closing is erased; null: it is not. */
  eraseTime: z.nullable(moment),
  branding,
  domains: z.array(domain),
  usage: z.object({ ...usage, companies: z.int() }),
  /** How far the company that was asked about is set up. */
  setUp,
  version: z.int(),
})
export type Tenant = z.output<typeof tenant>
export const tenantUpdate = z.object({
  planId: id,
  startTime: chosenMoment,
  expireTime: perhapsMoment,
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
    /** Of `companyStates` those that somebody can bring a company into. */
    status: z.enum(['1', '2']),
    state: z.enum(tenantStates),
    planId: id,
    /** Whose tenant ends within this many days, or has ended. */
    expire: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(0, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
    /** Whose tenant ends in that time. */
    expireTime: timeRange,
    /** Whose tenant uses as much of anything as it may, or nearly. */
    usage: z.enum(['full', 'near']),
    /** The subsidiaries of one company. */
    parent: id,
    /** Those the caller has acted in, the last one first. */
    recent: z.literal('1'),
    /** Those the caller keeps at hand, the last one first. */
    pinned: z.literal('1'),
  },
})
const companiesNarrowing = z.omit(companiesQuery, { page: true, size: true, sort: true })
export type CompaniesNarrowing = z.output<typeof companiesNarrowing>

export const companiesContract = defineContract('sysCompanys', {
  list: {
    ...read,
    path: '/api/sys/companys/v1',
    summary: 'The companies of the platform; found by name, short name, code or credit code',
    rate: switcherRate,
    whileActing: 'home',
    wire: 'list',
    people: unscopedBecause('the platform’s own: names the administrators of companies, not users of the caller’s'),
    query: companiesQuery,
    reply: listOf(companyRow),
  },
  exportCompanies: {
    method: 'POST',
    path: '/api/sys/companys/export/v1',
    summary: 'The companies a list finds as a CSV file; a POST, because the export itself is audited (threat T18)',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: unscopedBecause('the platform’s own: names the administrators of companies, not users of the caller’s'),
    audit: { event: 'companies.exported' },
    quiet: true,
    body: companiesNarrowing,
    reply: binary,
  },
  get: {
    ...read,
    path: '/api/sys/companys/:id/v1',
    summary: 'Read one company',
    params: idParams,
    reply: companyDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/companys/v1',
    summary: 'Add a company with its administrator, its plan and what it begins with; the password is shown this once',
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
    summary: 'Lock a company, for a while or until somebody unlocks it: all its sessions end; shows first whose',
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
    summary: 'Give the administrator of a company a new password, shown this once; his sessions end',
    access: permitted('reset'),
    reach: 'nothing',
    audit: { event: 'companyPassword.replaced', namesPeople: true },
    params: idParams,
    reply: z.object(credentials),
  },
  tenant: {
    ...read,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'The tenant of a company, its own or the one it shares',
    access: permitted('tenant'),
    params: idParams,
    reply: tenant,
  },
  updateTenant: {
    ...write,
    path: '/api/sys/companys/:id/tenant/v1',
    summary: 'Change the tenant of a top company; another plan shows first who loses what',
    access: permitted('tenant'),
    audit: { event: 'tenant.updated' },
    body: tenantUpdate,
    people: 'scoped',
    impact: planImpact,
  },
  suspend: {
    ...write,
    path: '/api/sys/companys/:id/tenant/suspend/v1',
    summary: 'Suspend a tenant: nobody of its companies can sign in until it is resumed',
    access: permitted('tenant'),
    audit: { event: 'tenant.suspended' },
    body: z.object({ reason: multilineText(200, '请填写暂停原因') }),
    impact: companyImpact,
  },
  resume: {
    ...write,
    path: '/api/sys/companys/:id/tenant/resume/v1',
    summary: 'Let a suspended tenant go on',
    access: permitted('tenant'),
    audit: { event: 'tenant.resumed' },
  },
  close: {
    ...write,
    path: '/api/sys/companys/:id/tenant/close/v1',
    summary: 'Close a tenant: nobody of its companies can sign in, and thirty days later all of them are erased',
    access: permitted('tenant'),
    audit: { event: 'tenant.closed' },
    body: tenantClose,
    impact: companyImpact,
  },
  reopen: {
    ...write,
    path: '/api/sys/companys/:id/tenant/reopen/v1',
    summary: 'Undo the closing of a tenant that is not erased yet',
    access: permitted('tenant'),
    audit: { event: 'tenant.reopened' },
  },
  exportData: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/export/v1',
    summary: 'Everything a tenant’s companies have, as a zip of JSON lines; without secrets (decision 39)',
    access: permitted('tenant'),
    // The archive takes as long as it takes; what it says is that of one moment.
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    rate: archiveRate,
    audit: { event: 'tenant.exported' },
    whole: true,
    quiet: true,
    params: idParams,
    reply: binary,
  },
  updateBranding: {
    ...write,
    path: '/api/sys/companys/:id/branding/v1',
    summary: 'Set the title and the accent colour that the people of a tenant see',
    access: permitted('tenant'),
    audit: { event: 'branding.updated' },
    body: brandingUpdate,
  },
  logo: {
    ...read,
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'The logo of a tenant, its own or the one it shares',
    access: permitted('tenant'),
    params: idParams,
    wire: 'binary',
    people: 'none',
    reply: binary,
  },
  replaceLogo: {
    method: 'POST',
    path: '/api/sys/companys/:id/logo/v1',
    summary: 'Replace the logo of a tenant; JPG or PNG, made small and encoded anew',
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
    summary: 'Look for the TXT record of a host name; found, the sign-in page there is the tenant’s',
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
    summary: 'Take a host name away from a tenant',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'domain.removed' },
    params: domainParams,
    reply: nothing,
  },
  initialise: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/init/v1',
    summary: 'Run the steps that make a company ready, again where need be; what is done stays as it is',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'tenant.initialised' },
    params: idParams,
    body: setUpRun,
    reply: setUp,
  },
})
