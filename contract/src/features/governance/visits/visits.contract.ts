import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, moment, nothing, person, version } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { tokens } from '../../../kernel/tokens.ts'
import { unboundBecause } from '../../access/row-scopes/id-bounds.ts'
import { visitModes } from '../../identity/session/visit-modes.ts'
import { visitedOrg } from '../../people/organizations/visited-org.ts'
import { switcherRate } from '../../tenancy/companies/companies.contract.ts'
import { switchPolicies } from '../../tenancy/tenants/tenant-policies.contract.ts'

/** `used`: the visit was started; `lapsed`: allowed, but not used in time. */
export const visitRequestStates = ['open', 'allowed', 'used', 'lapsed', 'rejected'] as const
/** Maximum duration of a visit. */
export const maxVisitMinutes = 240
/** Hours within which an allowed request can be used. */
export const allowanceHours = 24

const mode = z.enum(visitModes, '请选择查看或管理')
const wrongMinutes = { error: () => t('请输入 5 到 {maxVisitMinutes} 之间的整数', { maxVisitMinutes }) }
const minutes = z.int(wrongMinutes).check(z.gte(5, wrongMinutes), z.lte(maxVisitMinutes, wrongMinutes))

export type { VisitedOrg } from '../../people/organizations/visited-org.ts'

export const switchRequest = z.object({
  /** Limits the visit to an organisation and its descendants. Null: the whole company. */
  orgId: z._default(z.nullable(id), null),
  mode,
  reason: multilineText(200, '请填写访问原因'),
  minutes: z._default(minutes, 60),
})
export type SwitchRequest = z.output<typeof switchRequest>

/** The caller's request for a visit, and the decision. */
const ownRequest = z.object({
  id: z.string(),
  state: z.enum(visitRequestStates),
  orgId: z.nullable(z.string()),
  orgName: z.string(),
  mode,
  reason: z.string(),
  /** Minutes requested; once allowed, minutes granted. */
  minutes: z.int(),
  decideReason: z.string(),
  createTime: moment,
  decideTime: z.nullable(moment),
  /** Until when it can be used; null unless allowed. */
  useUntil: z.nullable(moment),
})

export const visitCheck = z.object({
  companyId: z.string(),
  companyName: z.string(),
  /** Whether the caller would be admitted at once. */
  allowed: z.boolean(),
  policy: z.enum(switchPolicies),
  modes: z.array(mode),
  /** Why the caller would not be admitted; empty if they would. */
  problem: productSentence(),
  /** The caller's newest request that is open or usable. */
  request: z.nullable(ownRequest),
  /** The caller's previous reasons in any company, newest first. */
  lastReasons: z.array(z.string()),
})
export type VisitCheck = z.output<typeof visitCheck>

const pinAudit = { none: 'changes only the caller’s own pinned companies' } as const
const companyParams = { params: idParams, reach: 'platform', access: permitted('switch'), whileActing: 'home' } as const

/** Switching into a customer's company and back (decision 35). */
export const switchingContract = defineContract('sysCompanys', {
  switchCheck: {
    ...companyParams,
    method: 'GET',
    path: '/api/sys/console/:id/switch/v1',
    summary: 'Check whether and how the caller may act in a company',
    rate: switcherRate,
    reply: visitCheck,
  },
  switch: {
    ...companyParams,
    method: 'PUT',
    path: '/api/sys/console/:id/switch/v1',
    summary:
      'Act in a company for a limited time, in this tab only; companies that require approval get a request (111)',
    audit: { event: 'visit.started' },
    secretReply: true,
    body: switchRequest,
    reply: tokens,
    ids: { 'body.orgId': unboundBecause('an organisation of the company to visit, where it limits the caller') },
  },
  switchOrgs: {
    ...companyParams,
    method: 'GET',
    path: '/api/sys/console/:id/orgs/v1',
    summary: 'List the children of an organisation in a company, or its top level',
    rate: switcherRate,
    wire: 'list',
    namesUsers: 'none',
    query: z.extend(z.pick(listQuery({ sortable: [] }), { page: true, size: true, sort: true }), {
      parent: z.optional(id),
    }),
    reply: listSchema(visitedOrg),
  },
  pin: {
    ...companyParams,
    method: 'PUT',
    path: '/api/sys/console/:id/pin/v1',
    summary: 'Pin a company in the caller’s switching drawer',
    audit: pinAudit,
    reply: nothing,
  },
  unpin: {
    ...companyParams,
    method: 'DELETE',
    path: '/api/sys/console/:id/pin/v1',
    summary: 'Unpin a company',
    audit: pinAudit,
    reply: nothing,
  },
  quit: {
    method: 'POST',
    path: '/api/sys/console/quit/v1',
    summary: 'Leave the visited company; the caller’s earlier tokens are still valid',
    access: signedInBecause('ends the caller’s own visit'),
    reach: 'platform',
    whileActing: 'home',
    skipsReauthentication: true,
    audit: { event: 'visit.ended' },
    body: z.object({}),
    reply: nothing,
  },
})

export const visitRequestRow = z.object({
  ...ownRequest.shape,
  /** The requester, and their home company. */
  user: z.extend(person, { account: z.string() }),
  company: person,
  decideBy: z.nullable(person),
  version: z.int(),
})
export type VisitRequestRow = z.output<typeof visitRequestRow>

export const visitAllowance = z.object({ minutes, version })
export const visitRejection = z.object({ reason: multilineText(200, '请填写原因'), version })

/** Requests of the platform's operators for visits, decided by administrators of the company. */
export const visitsContract = defineContract('sysVisits', {
  list: {
    method: 'GET',
    path: '/api/sys/visits/v1',
    summary: 'List requests of platform users to act in the company',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(visitRequestStates) } }),
    reply: listSchema(visitRequestRow),
  },
  allow: {
    method: 'PUT',
    path: '/api/sys/visits/:id/allow/v1',
    summary: 'Allow one visit of a platform user, for a number of minutes',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'visitRequest.allowed', namesPeople: true },
    params: idParams,
    body: visitAllowance,
    reply: nothing,
  },
  reject: {
    method: 'PUT',
    path: '/api/sys/visits/:id/reject/v1',
    summary: 'Refuse a visit of a platform user, with a reason',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'visitRequest.rejected', namesPeople: true },
    params: idParams,
    body: visitRejection,
    reply: nothing,
  },
})
