import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { id, idParams, listOf, listQuery, nothing, rowBase } from '../../kernel/listing.ts'

const origin = z.enum(['code', 'custom'])
const state = z.enum(['active', 'new', 'changed', 'missing'])
export const apiStates = ['active', 'new', 'changed', 'missing', 'deprecated'] as const
export const apiAuths = ['public', 'temporary', 'login', 'perm'] as const
const yes = z.pipe(
  z.enum(['true', 'false'], '请选择是或否'),
  z.transform((text) => text === 'true'),
)

export const moduleRow = z.object({
  ...rowBase,
  code: z.string(),
  name: z.string(),
  app: z.enum(['console', 'front', 'open']),
  sort: z.int(),
  desc: z.string(),
  origin,
  state,
  /** How many elements it has. */
  elems: z.int(),
})
export type ModuleRow = z.output<typeof moduleRow>

export const elementRow = z.object({
  ...rowBase,
  moduleId: z.string(),
  /** `sysBases:edit`: what roles are given. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(['button', 'page', 'field', 'data']),
  risk: z.enum(['low', 'mid', 'high']),
  sort: z.int(),
  desc: z.string(),
  origin,
  state,
  /** How many APIs it opens. */
  apis: z.int(),
})
export type ElementRow = z.output<typeof elementRow>

export const apiRow = z.object({
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
})
export type ApiRow = z.output<typeof apiRow>

const read = { method: 'GET', access: permitted('list'), reach: 'company', wire: 'list' } as const
const addressed = listQuery({ sortable: ['method', 'path', 'name', 'module', 'auth', 'state'] })

export const modulesContract = defineContract('sysModules', {
  list: {
    ...read,
    path: '/api/sys/modules/v1',
    summary: 'Modules, with how many elements each has',
    query: listQuery({ sortable: ['code', 'name', 'sort'] }),
    reply: listOf(moduleRow),
  },
  apis: {
    ...read,
    path: '/api/sys/modules/:id/apis/v1',
    summary: 'The APIs that the elements of a module open',
    params: idParams,
    query: addressed,
    reply: listOf(apiRow),
  },
})

export const elementsContract = defineContract('sysElems', {
  list: {
    ...read,
    path: '/api/sys/elems/v1',
    summary: 'Elements, of one module or of all',
    query: z.extend(listQuery({ sortable: ['code', 'name', 'sort'] }), { moduleId: z.optional(id) }),
    reply: listOf(elementRow),
  },
  apis: {
    ...read,
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'The APIs an element opens',
    params: idParams,
    query: addressed,
    reply: listOf(apiRow),
  },
  candidates: {
    ...read,
    path: '/api/sys/elems/:id/apis/unauth/v1',
    summary: 'The APIs an element does not open yet',
    params: idParams,
    query: addressed,
    reply: listOf(apiRow),
  },
  bind: {
    method: 'POST',
    path: '/api/sys/elems/:id/apis/v1',
    summary: 'Let an element open more APIs',
    access: permitted('apis'),
    reach: 'company',
    audit: { event: 'element.apiBound' },
    params: idParams,
    body: z.object({
      apiIds: z.array(id).check(z.minLength(1, '请至少选择一个接口'), z.maxLength(200, '最多 200 个接口')),
    }),
    reply: nothing,
  },
  unbind: {
    method: 'DELETE',
    path: '/api/sys/elems/:id/apis/:apiId/v1',
    summary: 'Let an element open an API no longer',
    access: permitted('apis'),
    reach: 'company',
    audit: { event: 'element.apiRemoved' },
    params: z.object({ id, apiId: id }),
    reply: nothing,
  },
})

export const apisContract = defineContract('sysApis', {
  list: {
    ...read,
    path: '/api/sys/apis/v1',
    summary: 'Every API there is, with the elements that open it',
    query: listQuery({
      sortable: ['method', 'path', 'name', 'module', 'auth', 'state'],
      filters: {
        state: z.enum(apiStates),
        auth: z.enum(apiAuths),
        module: z.string().check(z.maxLength(64)),
        unbound: yes,
      },
    }),
    reply: listOf(apiRow),
  },
})
