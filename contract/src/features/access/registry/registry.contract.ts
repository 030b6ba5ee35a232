import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, moment, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { isRestrictable, restrictableResources } from './restrictable.ts'

export const moduleApps = ['console', 'front', 'open'] as const
export const elementKinds = ['button', 'page', 'field'] as const
export const risks = ['low', 'mid', 'high'] as const
export const rowStates = ['active', 'new', 'changed', 'missing'] as const
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

const origin = z.enum(['code', 'custom'])
const state = z.enum(rowStates)
const booleanFilter = z.pipe(
  z.enum(['true', 'false'], '请选择是或否'),
  z.transform((text) => text === 'true'),
)
const sort = z._default(
  z
    .int('请输入整数')
    .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数')),
  0,
)
const codeWord = (required: string) =>
  text(64, required).check(z.regex(/^[a-z][A-Za-z0-9]*$/, '以小写字母开头，只能含字母和数字'))
const desc = optionalMultilineText(500)

const moduleLabels = {
  name: text(50, '请输入模块名称'),
  app: z.enum(moduleApps, '请选择应用'),
  sort,
  desc,
}
export const moduleWrite = z.object({ code: codeWord('请输入模块编码'), ...moduleLabels })
export const moduleUpdate = z.object({ ...moduleLabels, version })
export type ModuleWrite = z.output<typeof moduleWrite>
export type ModuleUpdate = z.output<typeof moduleUpdate>

export const moduleRow = z.object({
  ...rowBase,
  code: z.string(),
  name: z.string(),
  app: z.enum(moduleApps),
  sort: z.int(),
  desc: z.string(),
  origin,
  state,
  elems: z.int(),
})
export type ModuleRow = z.output<typeof moduleRow>

/** A field that is hidden from, masked for or read-only to users without the element. */
export const fieldRestriction = z
  .object({
    resource: z.enum(restrictableResources, '请选择字段'),
    name: z.string('请选择字段').check(z.maxLength(64)),
    effect: z.enum(fieldEffects, '请选择限制方式'),
  })
  .check(z.refine(({ resource, name }) => isRestrictable(resource, name), '请选择字段'))

const elementLabels = {
  moduleId: z.uuid('请选择模块'),
  name: text(50, '请输入元素名称'),
  kind: z.enum(elementKinds, '请选择类型'),
  risk: z.enum(risks, '请选择风险等级'),
  sort,
  desc,
  /** The restriction; only for the kind `field`. */
  field: z._default(z.nullable(fieldRestriction), null),
}
type RestrictionInput = { kind: (typeof elementKinds)[number]; field: unknown }
const restrictsSomething = z.refine<RestrictionInput>(({ kind, field }) => kind !== 'field' || field !== null, {
  error: '请选择字段和限制方式',
  path: ['field'],
})
/** The code consists of the module's code and the operation and never changes, because roles refer to it. */
export const elementWrite = z
  .object({ operation: codeWord('请输入操作编码'), ...elementLabels })
  .check(restrictsSomething)
export const elementUpdate = z.object({ ...elementLabels, version }).check(restrictsSomething)
export type ElementWrite = z.output<typeof elementWrite>
export type ElementUpdate = z.output<typeof elementUpdate>

export const elementRow = z.object({
  ...rowBase,
  moduleId: z.string(),
  /** For example `sysBases:edit`. Roles are granted elements by code. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(elementKinds),
  risk: z.enum(risks),
  sort: z.int(),
  desc: z.string(),
  field: z.nullable(z.object({ resource: z.string(), name: z.string(), effect: z.enum(fieldEffects) })),
  origin,
  state,
  /** Number of APIs it opens. */
  apis: z.int(),
  /** Number of roles that hold it, in all companies. */
  roles: z.int(),
  /** Names of the menus that require it. */
  menus: z.array(z.string()),
})
export type ElementRow = z.output<typeof elementRow>

/** A role of the caller's company that holds an element. */
export const elementRoleRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Number of assignees. */
  users: z.int(),
})
export type ElementRoleRow = z.output<typeof elementRoleRow>

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
  name: z.string(),
  module: z.string(),
  auth: z.enum(apiAuths),
  desc: z.string(),
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

/** Affected holders in all companies. */
const holders = { companies: z.int(), roles: z.int(), people: z.int() }
export const elementRemovalImpact = z.object({
  ...holders,
  /** Number of APIs it opens. */
  apis: z.int(),
  /** APIs without another opening element: denied to all users afterwards. */
  unbound: z.array(z.string()),
})
export type ElementRemovalImpact = z.output<typeof elementRemovalImpact>
/** Users affected by a new restriction: those without its element. */
export const restrictionImpact = z.object({ companies: z.int(), people: z.int() })
export type RestrictionImpact = z.output<typeof restrictionImpact>
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
/** Users who can make a call only by the element being unbound, in all companies. */
export const unbindingImpact = z.object({
  ...holders,
  /** APIs without another opening element: denied to all users afterwards. */
  unbound: z.array(z.string()),
})
export type UnbindingImpact = z.output<typeof unbindingImpact>

/** Companies, roles and users who gain a call. */
export const bindingImpact = z.object({
  ...holders,
  /** APIs without another opening element: denied to all users until now. */
  opened: z.array(z.string()),
})
export type BindingImpact = z.output<typeof bindingImpact>

const flagged = z.array(z.object({ kind: z.enum(['module', 'element', 'api']), code: z.string(), name: z.string() }))
/** Differences between the code's declarations and those last acknowledged. */
export const registryChanges = z.object({ added: flagged, changed: flagged, missing: flagged })
export type RegistryChanges = z.output<typeof registryChanges>

const listEndpoint = {
  method: 'GET',
  access: permitted('list'),
  reach: 'company',
  wire: 'list',
  people: 'none',
} as const
const apiQuery = listQuery({ sortable: ['method', 'path', 'name', 'module', 'auth', 'state'] })

export const modulesContract = defineContract('sysModules', {
  ...crudEndpoints({
    noun: 'module',
    path: '/api/sys/modules',
    query: listQuery({ sortable: ['code', 'name', 'sort'] }),
    row: moduleRow,
    create: moduleWrite,
    update: moduleUpdate,
  }),
  apis: {
    ...listEndpoint,
    path: '/api/sys/modules/:id/apis/v1',
    summary: 'List the APIs that the elements of a module open',
    params: idParams,
    query: apiQuery,
    reply: listOf(openedApiRow),
  },
})

const chosenApis = z.object({
  apiIds: z.array(id).check(z.minLength(1, '请至少选择一个接口'), z.maxLength(200, '最多 200 个接口')),
})
const unbindEndpoint = {
  access: permitted('apis'),
  reach: 'company',
  impact: unbindingImpact,
  reply: nothing,
} as const

const elements = crudEndpoints({
  noun: 'element',
  path: '/api/sys/elems',
  query: z.extend(
    listQuery({
      sortable: ['code', 'name', 'sort'],
      filters: {
        /** Code of the module it is grouped by. */
        module: z.string().check(z.maxLength(64)),
        /** An API it opens. */
        api: id,
        kind: z.enum(elementKinds),
        state: z.enum(rowStates),
        unbound: booleanFilter,
      },
    }),
    { moduleId: z.optional(id) },
  ),
  row: elementRow,
  create: elementWrite,
  update: elementUpdate,
})
export const elementsContract = defineContract('sysElems', {
  ...elements,
  create: { ...elements.create, impact: restrictionImpact },
  update: { ...elements.update, impact: restrictionImpact },
  remove: { ...elements.remove, impact: elementRemovalImpact },
  roles: {
    ...listEndpoint,
    path: '/api/sys/elems/:id/roles/v1',
    summary: 'List the roles of the caller’s company that hold an element',
    params: idParams,
    query: listQuery({ sortable: ['name'] }),
    reply: listOf(elementRoleRow),
  },
  apis: {
    ...listEndpoint,
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'List the APIs an element opens',
    params: idParams,
    query: apiQuery,
    reply: listOf(openedApiRow),
  },
  candidates: {
    ...listEndpoint,
    path: '/api/sys/elems/:id/apis/unauth/v1',
    summary: 'List the APIs an element does not open yet',
    params: idParams,
    query: apiQuery,
    reply: listOf(openedApiRow),
  },
  bind: {
    method: 'POST',
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'Bind APIs to an element; previews who gains the calls',
    access: permitted('apis'),
    reach: 'company',
    audit: { event: 'element.apiBound' },
    params: idParams,
    body: chosenApis,
    impact: bindingImpact,
    reply: nothing,
  },
  unbind: {
    ...unbindEndpoint,
    method: 'DELETE',
    path: '/api/sys/elems/:id/apis/:apiId/v1',
    summary: 'Unbind an API from an element; previews who loses the call',
    audit: { event: 'element.apiRemoved' },
    params: z.object({ id, apiId: id }),
  },
  unbindMany: {
    ...unbindEndpoint,
    method: 'POST',
    path: '/api/sys/elems/:id/apis/unbind/v1',
    summary: 'Unbind several APIs from an element; previews who loses the calls',
    audit: { event: 'element.apisRemoved' },
    params: idParams,
    body: chosenApis,
  },
})

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
    people: 'scoped',
    impact: apiModeImpact,
    reply: nothing,
  },
  observation: {
    method: 'GET',
    path: '/api/sys/apis/:id/observation/v1',
    summary: 'Read which users an observed API would have refused',
    access: permitted('mode'),
    reach: 'company',
    people: 'scoped',
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
