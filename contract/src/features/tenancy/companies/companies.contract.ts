import * as z from 'zod/mini'
import { account } from '../../../kernel/account.ts'
import { autocomplete, plainOption } from '../../../kernel/autocomplete.ts'
import { defineContract, type InputOf, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
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
  customSort,
  id,
  idParams,
  listQuery,
  listSchema,
  moment,
  nothing,
  person,
  rowBase,
  rowTags,
  tagFilter,
  timeRange,
  version,
} from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { companyImpact } from '../tenants/company-impact.ts'
import { setUp } from '../tenants/set-up.ts'
import { tenantStates } from '../tenants/tenants.contract.ts'
import { companySheet } from './companies.sheet.ts'
import { customCompany } from './custom-company.ts'

/** 1 normal, 0 disabled, 2 locked. */
export const companyStates = [1, 0, 2] as const
/** Prevents bulk reading of companies through the switching drawer. */
export const switcherRate = { n: 60, per: 'minute' } as const
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
  planName: productText(),
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
  custom: customCompany.row,
} as const
export const companyRow = z.object({
  ...summary,
  tags: rowTags,
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
      z.regex(/^$|^[A-Za-z0-9][A-Za-z0-9_-]{1,30}$/, '编码为 2-31 位字母、数字、下划线或短横线，以字母或数字开头'),
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
  areaCode: z._default(z.string().check(z.trim(), z.regex(/^$|^\d{6,12}$/, '请输入 6-12 位地区代码')), ''),
  address: optionalText(200),
  industry: optionalText(50),
  size: optionalText(30),
  remark: optionalMultilineText(200),
  /** The parent company; null for a top company. */
  parent: z._default(z.nullable(id), null),
  custom: customCompany.input,
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
export type CompanyFields = Omit<CompanyUpdate, 'version' | 'custom'>
export const companyLock = z.object({ reason: multilineText(200, '请填写锁定原因'), until: optionalMomentInput })
/** The administrator's credentials, returned once. */
const credentials = { account: z.string(), password: z.string() }
/** Maximum rows copied from a template, so that creating a company takes seconds. */
export const templateLimits = { organizations: 5000, posts: 1000, roles: 1000, parameters: 1000 } as const
const read = { method: 'GET', reach: 'platform', access: permitted('list') } as const
const write = { method: 'PUT', reach: 'platform', params: idParams, reply: nothing } as const
const companiesQuery = listQuery({
  sortable: ['name', 'createTime', customSort],
  filters: {
    custom: customCompany.filter,
    tags: tagFilter,
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
export const companiesFilter = z.omit(companiesQuery, { page: true, size: true, sort: true })
export type CompaniesFilter = z.output<typeof companiesFilter>

export const companiesContract = defineContract('sysCompanys', {
  list: {
    ...read,
    path: '/api/sys/companys/v1',
    summary: 'List companies of the platform; searches name, short name, code and credit code',
    rate: switcherRate,
    whileActing: 'home',
    wire: 'list',
    namesUsers: unscopedBecause('platform only: names administrators of companies, not users of the caller’s company'),
    query: companiesQuery,
    reply: listSchema(companyRow),
  },
  options: {
    ...autocomplete({ noun: 'company', path: '/api/sys/companys', extra: plainOption }),
    reach: 'platform',
    rate: switcherRate,
  },
  exportCompanies: exportEndpoint({
    noun: 'companies',
    path: '/api/sys/companys/export/v1',
    event: 'companies.exported',
    namesUsers: unscopedBecause('platform only: names administrators of companies, not users of the caller’s company'),
    filter: companiesFilter,
    sheet: companySheet,
  }),
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
    reach: 'manual',
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
    reach: 'manual',
    audit: { event: 'companyPassword.replaced', namesPeople: true },
    params: idParams,
    reply: z.object(credentials),
  },
})
export type CompaniesExport = InputOf<typeof companiesContract.exportCompanies>['body']
