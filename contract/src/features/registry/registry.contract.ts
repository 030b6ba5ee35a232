import * as z from 'zod/mini'
import { crudEndpoints } from '../../kernel/crud.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, moment, nothing, rowBase, version } from '../../kernel/listing.ts'
import { fieldEffects } from '../../kernel/restrictions.ts'
import { isRestrictable, restrictableResources } from './restrictable.ts'

export const moduleApps = ['console', 'front', 'open'] as const
export const elementKinds = ['button', 'page', 'field'] as const
export const risks = ['low', 'mid', 'high'] as const
export const rowStates = ['active', 'new', 'changed', 'missing'] as const
export const apiStates = [...rowStates, 'deprecated'] as const
export const apiAuths = ['public', 'temporary', 'login', 'perm'] as const
/** Who may call an API of a business system; being halfway in is known to the product's own sign-in alone. */
export const customAuths = ['public', 'login', 'perm'] as const
/** `enforce`: the registry decides. `observe`: whoever could call when that began still may, and is counted (beyond N7). */
export const apiModes = ['enforce', 'observe'] as const
/** How much of a call is written down: nothing, who made it and when, or what it was about as well. */
export const apiAudits = ['none', 'meta', 'full'] as const
export const ratePers = ['second', 'minute', 'hour', 'day'] as const
export const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const origin = z.enum(['code', 'custom'])
const state = z.enum(rowStates)
const yes = z.pipe(
  z.enum(['true', 'false'], '请选择是或否'),
  z.transform((text) => text === 'true'),
)
const sort = z._default(
  z
    .int('请输入整数')
    .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数')),
  0,
)
const word = (required: string) =>
  text(64, required).check(z.regex(/^[a-z][A-Za-z0-9]*$/, '以小写字母开头，只能含字母和数字'))
const desc = optionalMultilineText(500)

const moduleLabels = {
  name: text(50, '请输入模块名称'),
  app: z.enum(moduleApps, '请选择应用'),
  sort,
  desc,
}
export const moduleWrite = z.object({ code: word('请输入模块编码'), ...moduleLabels })
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
  /** How many elements it has. */
  elems: z.int(),
})
export type ModuleRow = z.output<typeof moduleRow>

/** A field that whoever does not hold the element is not told, is told masked, or may not change. */
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
  /** What it restricts; for the kind `field`, and for no other. */
  field: z._default(z.nullable(fieldRestriction), null),
}
type Restricting = { kind: (typeof elementKinds)[number]; field: unknown }
const restrictsSomething = z.refine<Restricting>(({ kind, field }) => kind !== 'field' || field !== null, {
  error: '请选择字段和限制方式',
  path: ['field'],
})
/** Its code is made of the module's and the operation, and stays what it is: roles hold it. */
export const elementWrite = z.object({ operation: word('请输入操作编码'), ...elementLabels }).check(restrictsSomething)
export const elementUpdate = z.object({ ...elementLabels, version }).check(restrictsSomething)
export type ElementWrite = z.output<typeof elementWrite>
export type ElementUpdate = z.output<typeof elementUpdate>

export const elementRow = z.object({
  ...rowBase,
  moduleId: z.string(),
  /** `sysBases:edit`: what roles are given. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(elementKinds),
  risk: z.enum(risks),
  sort: z.int(),
  desc: z.string(),
  field: z.nullable(z.object({ resource: z.string(), name: z.string(), effect: z.enum(fieldEffects) })),
  origin,
  state,
  /** How many APIs it opens. */
  apis: z.int(),
  /** How many roles hold it, in all companies. */
  roles: z.int(),
  /** The names of the menus that are shown with it. */
  menus: z.array(z.string()),
})
export type ElementRow = z.output<typeof elementRow>

/** A role of the caller's own company that holds an element. */
export const elementRoleRow = z.object({
  id: z.string(),
  name: z.string(),
  /** How many people wear it. */
  users: z.int(),
})
export type ElementRoleRow = z.output<typeof elementRoleRow>

const apiLabels = {
  name: text(100, '请输入接口名称'),
  /** The code of the module it is grouped by. */
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
/** How often one person may call it. */
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
  /** To be given up: whoever calls it should look for another. */
  deprecated: z.boolean(),
  rate,
  /** Whoever calls it must have proved lately, in this session, that it is he. */
  mfa: z.boolean(),
  /** As much as the code declares, or more. */
  audit,
  version,
})
export type ApiWrite = z.output<typeof apiWrite>
export type ApiUpdate = z.output<typeof apiUpdate>
export const apiModeWrite = z.object({ mode, version })
export type ApiModeWrite = z.output<typeof apiModeWrite>

/** How an API was used within seven days, today among them, by all companies. */
export const apiStat = z.object({
  /** Those denied among them. */
  calls7d: z.int(),
  /** Nineteen of twenty calls that were let in took at most this many milliseconds, to within a fifth. */
  p95: z.nullable(z.number()),
  /** Refused at the door for want of a right. */
  denies7d: z.int(),
  last: z.nullable(moment),
})
export type ApiStat = z.output<typeof apiStat>

/** An API as the lists of elements and modules show it. */
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
  /** The codes of the elements it is bound to. */
  elems: z.array(z.string()),
  /** Needs an element and has none: refused to everybody but the platform root. */
  unbound: z.boolean(),
  mode,
  /** When observation began; null where the registry decides. */
  observedSince: z.nullable(moment),
  rate,
  mfa: z.boolean(),
  /** What is written down of its calls. */
  audit,
  /** What the code alone would have written down. */
  declaredAudit: audit,
})
export type OpenedApiRow = z.output<typeof openedApiRow>
/** What of its calls a list of APIs can be sorted by. */
export const statOrders = ['calls7d', 'p95', 'denies7d'] as const
export const apiRow = z.extend(openedApiRow, { stat: apiStat })
export type ApiRow = z.output<typeof apiRow>

/** Who holds what is about to go, in all companies. */
const holders = { companies: z.int(), roles: z.int(), people: z.int() }
export const elementRemovalImpact = z.object({
  ...holders,
  /** How many APIs it opens. */
  apis: z.int(),
  /** Those of them that nothing else opens: refused to everybody from then on. */
  unbound: z.array(z.string()),
})
export type ElementRemovalImpact = z.output<typeof elementRemovalImpact>
/** From how many people a field is kept that an element begins to restrict: those who do not hold it. */
export const restrictionImpact = z.object({ companies: z.int(), people: z.int() })
export type RestrictionImpact = z.output<typeof restrictionImpact>
export const apiRemovalImpact = z.object({
  ...holders,
  /** The elements that open it. */
  elems: z.array(z.string()),
})
export type ApiRemovalImpact = z.output<typeof apiRemovalImpact>

/** People of all companies, and the first two hundred names of the caller's own. */
const named = { name: z.string(), account: z.string() }
const concerned = {
  companies: z.int(),
  people: z.int(),
}
const refused = z.object({ ...concerned, named: z.array(z.object(named)) })
const seen = z.object({ ...concerned, calls: z.int(), named: z.array(z.object({ ...named, calls: z.int() })) })
export const apiModeImpact = z.object({
  mode,
  /** What opens the API when observation begins, or opened it when it began. */
  elems: z.array(z.string()),
  /** They hold one of these and nothing that opens the API now. */
  refused,
})
export type ApiModeImpact = z.output<typeof apiModeImpact>
export const observation = z.object({
  since: z.nullable(moment),
  /** It lets nobody through: nothing opens the API now, or something with high risk does. */
  idle: z.boolean(),
  elems: z.array(z.string()),
  refused,
  /** Observation alone let them through within seven days. */
  seen,
})
export type Observation = z.output<typeof observation>
/** Who can make a call by the element alone that is about to open it no longer, in all companies. */
export const unbindingImpact = z.object({
  ...holders,
  /** Those of the APIs that nothing else opens: refused to everybody from then on. */
  unbound: z.array(z.string()),
})
export type UnbindingImpact = z.output<typeof unbindingImpact>

/** Who can call what he could not call before: companies, roles and people, exact. */
export const bindingImpact = z.object({
  ...holders,
  /** Those of the APIs that nothing else opens: refused to everybody until then. */
  opened: z.array(z.string()),
})
export type BindingImpact = z.output<typeof bindingImpact>

const flagged = z.array(z.object({ kind: z.enum(['module', 'element', 'api']), code: z.string(), name: z.string() }))
/** What the code declares otherwise than when somebody last looked. */
export const registryChanges = z.object({ added: flagged, changed: flagged, missing: flagged })
export type RegistryChanges = z.output<typeof registryChanges>

const read = { method: 'GET', access: permitted('list'), reach: 'company', wire: 'list', people: 'none' } as const
const addressed = listQuery({ sortable: ['method', 'path', 'name', 'module', 'auth', 'state'] })

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
    ...read,
    path: '/api/sys/modules/:id/apis/v1',
    summary: 'The APIs that the elements of a module open',
    params: idParams,
    query: addressed,
    reply: listOf(openedApiRow),
  },
})

const chosenApis = z.object({
  apiIds: z.array(id).check(z.minLength(1, '请至少选择一个接口'), z.maxLength(200, '最多 200 个接口')),
})
const unbinding = {
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
        /** The code of the module it is grouped by. */
        module: z.string().check(z.maxLength(64)),
        /** An API that it opens. */
        api: id,
        kind: z.enum(elementKinds),
        state: z.enum(rowStates),
        unbound: yes,
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
    ...read,
    path: '/api/sys/elems/:id/roles/v1',
    summary: 'The roles of one’s own company that hold an element',
    params: idParams,
    query: listQuery({ sortable: ['name'] }),
    reply: listOf(elementRoleRow),
  },
  apis: {
    ...read,
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'The APIs an element opens',
    params: idParams,
    query: addressed,
    reply: listOf(openedApiRow),
  },
  candidates: {
    ...read,
    path: '/api/sys/elems/:id/apis/unauth/v1',
    summary: 'The APIs an element does not open yet',
    params: idParams,
    query: addressed,
    reply: listOf(openedApiRow),
  },
  bind: {
    method: 'POST',
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'Let an element open more APIs; shows first who gains the calls',
    access: permitted('apis'),
    reach: 'company',
    audit: { event: 'element.apiBound' },
    params: idParams,
    body: chosenApis,
    impact: bindingImpact,
    reply: nothing,
  },
  unbind: {
    ...unbinding,
    method: 'DELETE',
    path: '/api/sys/elems/:id/apis/:apiId/v1',
    summary: 'Let an element open an API no longer; shows first who loses the call',
    audit: { event: 'element.apiRemoved' },
    params: z.object({ id, apiId: id }),
  },
  unbindMany: {
    ...unbinding,
    method: 'POST',
    path: '/api/sys/elems/:id/apis/unbind/v1',
    summary: 'Let an element open several APIs no longer; shows first who loses the calls',
    audit: { event: 'element.apisRemoved' },
    params: idParams,
    body: chosenApis,
  },
})

const apis = crudEndpoints({
  noun: 'api',
  path: '/api/sys/apis',
  query: listQuery({
    sortable: ['method', 'path', 'name', 'module', 'auth', 'state', ...statOrders],
    filters: {
      state: z.enum(apiStates),
      auth: z.enum(apiAuths),
      module: z.string().check(z.maxLength(64)),
      mode: z.enum(apiModes),
      unbound: yes,
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
    summary: 'Enforce the rule of an API, or observe whom it would refuse',
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
    summary: 'Whom an observed API would have refused',
    access: permitted('mode'),
    reach: 'company',
    people: 'scoped',
    params: idParams,
    reply: observation,
  },
  sync: {
    method: 'POST',
    path: '/api/sys/apis/sync/v1',
    summary: 'Take note of what the code declares anew or otherwise',
    access: permitted('sync'),
    reach: 'company',
    audit: { event: 'apis.synced' },
    impact: registryChanges,
    reply: nothing,
  },
})
