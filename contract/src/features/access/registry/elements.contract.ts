import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isDeclared, productText } from '../../../kernel/product-text.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { apiQuery, openedApiRow } from './apis.contract.ts'
import {
  booleanFilter,
  codeWord,
  desc,
  holders,
  listEndpoint,
  origin,
  rowStates,
  sort,
  state,
} from './registry-fields.ts'
import { isRestrictable, restrictableResources } from './restrictable.ts'

export const elementKinds = ['button', 'page', 'field'] as const
export const risks = ['low', 'mid', 'high'] as const

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
  name: text(50, '请输入权限点名称'),
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
  name: productText(isDeclared),
  kind: z.enum(elementKinds),
  risk: z.enum(risks),
  sort: z.int(),
  desc: productText(isDeclared),
  field: z.nullable(z.object({ resource: z.string(), name: z.string(), effect: z.enum(fieldEffects) })),
  origin,
  state,
  /** Number of APIs it opens. */
  apis: z.int(),
  /** Number of roles that hold it, in all companies. */
  roles: z.int(),
  /** Names of the menus that require it. */
  menus: z.array(productText()),
})
export type ElementRow = z.output<typeof elementRow>

/** A role of the caller's company that holds an element. */
export const elementRoleRow = z.object({
  id: z.string(),
  name: productText(),
  /** Number of assignees. */
  users: z.int(),
})
export type ElementRoleRow = z.output<typeof elementRoleRow>
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
    reply: listSchema(elementRoleRow),
  },
  apis: {
    ...listEndpoint,
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'List the APIs an element opens',
    params: idParams,
    query: apiQuery,
    reply: listSchema(openedApiRow),
  },
  candidates: {
    ...listEndpoint,
    path: '/api/sys/elems/:id/apis/unauth/v1',
    summary: 'List the APIs an element does not open yet',
    params: idParams,
    query: apiQuery,
    reply: listSchema(openedApiRow),
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
