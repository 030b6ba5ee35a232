import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { idParams, listQuery, moment, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isDeclared, productText } from '../../../kernel/product-text.ts'
import { booleanFilter, desc, holders, origin, rowStates } from './registry-fields.ts'

export const apiStates = [...rowStates, 'deprecated'] as const
export const apiAuths = ['public', 'temporary', 'login', 'perm'] as const
/** Auth rules available to APIs of business systems. `temporary` exists only in the product's own sign-in. */
export const customAuths = ['public', 'login', 'perm'] as const
/**
 * `enforce`: the registry decides. `observe`: users who could call when observation began are still admitted, and
 * counted (decision 30).
 */
export const apiModes = ['enforce', 'observe'] as const
/** What is audited of a call: nothing, the caller and time, or its content as well. */
export const apiAudits = ['none', 'meta', 'full'] as const
export const ratePers = ['second', 'minute', 'hour', 'day'] as const
export const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const apiLabels = {
  name: text(100, '请输入接口名称'),
  /** Code of the module it is grouped by. */
  module: z.string('请选择模块').check(z.minLength(1, '请选择模块'), z.maxLength(64)),
  desc,
}
const path = text(256, '请输入接口地址').check(
  z.regex(
    /^(\/([A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/,
    '以 / 开头，各段只含字母、数字、点、横线和下划线，参数写作 {id}',
  ),
)
const auth = z.enum(customAuths, '请选择调用条件')
export const apiWrite = z.object({ method: z.enum(apiMethods, '请选择请求方法'), path, auth, ...apiLabels })
const mode = z.enum(apiModes, '请选择执行方式')
/** Rate limit per user. */
const rate = z.nullable(
  z.object({
    n: z
      .int('请输入整数')
      .check(z.gte(1, '请输入 1 到 100000 之间的整数'), z.lte(100_000, '请输入 1 到 100000 之间的整数')),
    per: z.enum(ratePers, '请选择时间单位'),
  }),
)
const audit = z.enum(apiAudits, '请选择审计方式')
export const apiUpdate = z.object({
  ...apiLabels,
  auth: z.enum(apiAuths, '请选择调用条件'),
  /** Callers should move to another API. */
  deprecated: z.boolean(),
  rate,
  /** Requires a recent reauthentication in the same session. */
  mfa: z.boolean(),
  /** The declared level or a higher one. */
  audit,
  version,
})
export type ApiWrite = z.output<typeof apiWrite>
export type ApiUpdate = z.output<typeof apiUpdate>
export const apiModeWrite = z.object({ mode, version })
export type ApiModeWrite = z.output<typeof apiModeWrite>

/** Usage over seven days including today, in all companies. */
export const apiStat = z.object({
  /** Denied calls included. */
  calls7d: z.int(),
  /** 95th percentile of admitted calls in milliseconds, accurate to 20 %. */
  p95: z.nullable(z.number()),
  /** Calls denied for a missing permission. */
  denies7d: z.int(),
  last: z.nullable(moment),
})
export type ApiStat = z.output<typeof apiStat>

/** An API in the lists of elements and modules. */
export const openedApiRow = z.object({
  ...rowBase,
  key: z.string(),
  method: z.string(),
  path: z.string(),
  name: productText(isDeclared),
  module: z.string(),
  auth: z.enum(apiAuths),
  desc: productText(isDeclared),
  origin,
  state: z.enum(apiStates),
  /** Codes of the elements that open it. */
  elems: z.array(z.string()),
  /** Requires an element but none opens it: denied to all users except platform root. */
  unbound: z.boolean(),
  mode,
  /** When observation began; null in `enforce` mode. */
  observedSince: z.nullable(moment),
  rate,
  mfa: z.boolean(),
  /** What is audited of its calls. */
  audit,
  /** What the code alone declares. */
  declaredAudit: audit,
})
export type OpenedApiRow = z.output<typeof openedApiRow>
/** Usage columns that lists of APIs can be sorted by. */
export const statSortKeys = ['calls7d', 'p95', 'denies7d'] as const
export const apiRow = z.extend(openedApiRow, { stat: apiStat })
export type ApiRow = z.output<typeof apiRow>
export const apiRemovalImpact = z.object({
  ...holders,
  /** Elements that open it. */
  elems: z.array(z.string()),
})
export type ApiRemovalImpact = z.output<typeof apiRemovalImpact>

/** Counts cover all companies; names only the caller's own, at most 200. */
const namedUser = { name: z.string(), account: z.string() }
const affectedCounts = {
  companies: z.int(),
  people: z.int(),
}
const refusedUsers = z.object({ ...affectedCounts, named: z.array(z.object(namedUser)) })
const observedUsers = z.object({
  ...affectedCounts,
  calls: z.int(),
  named: z.array(z.object({ ...namedUser, calls: z.int() })),
})
export const apiModeImpact = z.object({
  mode,
  /** Elements that open the API when observation begins, or opened it when it began. */
  elems: z.array(z.string()),
  /** Users who hold one of these but nothing that opens the API now. */
  refused: refusedUsers,
})
export type ApiModeImpact = z.output<typeof apiModeImpact>
export const observation = z.object({
  since: z.nullable(moment),
  /** Observation admits no calls: no element opens the API now, or a high-risk one does. */
  idle: z.boolean(),
  elems: z.array(z.string()),
  refused: refusedUsers,
  /** Users admitted by observation alone within seven days. */
  seen: observedUsers,
})
export type Observation = z.output<typeof observation>

const flagged = z.array(z.object({ kind: z.enum(['module', 'element', 'api']), code: z.string(), name: productText() }))
/** Differences between the code's declarations and those last acknowledged. */
export const registryChanges = z.object({ added: flagged, changed: flagged, missing: flagged })
export type RegistryChanges = z.output<typeof registryChanges>
export const apiQuery = listQuery({ sortable: ['method', 'path', 'name', 'module', 'auth', 'state'] })

const apis = crudEndpoints({
  noun: 'api',
  path: '/api/sys/apis',
  query: listQuery({
    sortable: ['method', 'path', 'name', 'module', 'auth', 'state', ...statSortKeys],
    filters: {
      state: z.enum(apiStates),
      auth: z.enum(apiAuths),
      module: z.string().check(z.maxLength(64)),
      mode: z.enum(apiModes),
      unbound: booleanFilter,
    },
  }),
  row: apiRow,
  create: apiWrite,
  update: apiUpdate,
})
export const apisContract = defineContract('sysApis', {
  ...apis,
  remove: { ...apis.remove, impact: apiRemovalImpact },
  changeMode: {
    method: 'PUT',
    path: '/api/sys/apis/:id/mode/v1',
    summary: 'Enforce the rule of an API, or observe which users it would refuse',
    access: permitted('mode'),
    reach: 'company',
    audit: { event: 'api.modeChanged' },
    params: idParams,
    body: apiModeWrite,
    namesUsers: 'inRowScope',
    impact: apiModeImpact,
    reply: nothing,
  },
  observation: {
    method: 'GET',
    path: '/api/sys/apis/:id/observation/v1',
    summary: 'Read which users an observed API would have refused',
    access: permitted('mode'),
    reach: 'company',
    namesUsers: 'inRowScope',
    params: idParams,
    reply: observation,
  },
  sync: {
    method: 'POST',
    path: '/api/sys/apis/sync/v1',
    summary: 'Acknowledge new and changed declarations of the code',
    access: permitted('sync'),
    reach: 'company',
    audit: { event: 'apis.synced' },
    impact: registryChanges,
    reply: nothing,
  },
})
