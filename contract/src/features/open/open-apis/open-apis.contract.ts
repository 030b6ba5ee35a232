import * as z from 'zod/mini'
import { autocomplete } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import {
  idParams,
  listQuery,
  listSchema,
  moment,
  nothing,
  rowBase,
  rowTags,
  tagFilter,
  version,
} from '../../../kernel/listing.ts'
import { momentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { callStat, callStatQuery } from './call-stats.ts'
import {
  callLimitsShown,
  openApiAudiences,
  openApiKinds,
  openApiMethods,
  openApiStates,
  openApiWrite,
  openParam,
} from './open-api-fields.ts'

export const openApiUpdate = z.extend(openApiWrite, { version })
export type OpenApiUpdate = z.output<typeof openApiUpdate>

/** Named applications of an impact; counts are exact. */
export const namedInApiImpact = 50
/** Calls and failed ones since midnight in the platform's zone. */
export const callsToday = { callsToday: z.int(), errorsToday: z.int() }

export const openApiRow = z.object({
  ...rowBase,
  tags: rowTags,
  code: z.string(),
  name: z.string(),
  category: z.string(),
  method: z.enum(openApiMethods),
  path: z.string(),
  apiVersion: z.string(),
  kind: z.enum(openApiKinds),
  apiId: z.nullable(z.string()),
  /** Name of the product's own API; empty for a target. */
  apiName: productText(),
  target: z.string(),
  sandbox: z.string(),
  params: z.array(openParam),
  request: z.string(),
  reply: z.string(),
  sample: z.string(),
  doc: z.string(),
  rate: z.object(callLimitsShown),
  audience: z.enum(openApiAudiences),
  status: z.enum(openApiStates),
  /** When a deprecated API stops; null: not set. */
  sunset: z.nullable(moment),
  /** Applications that hold it. */
  apps: z.int(),
  ...callsToday,
})
export type OpenApiRow = z.output<typeof openApiRow>

/** Who is affected when an API is no longer served. */
export const openApiImpact = z.object({
  apps: z.int(),
  /** In the 24 full hours before the present one. */
  calls: z.int(),
  named: z.array(z.object({ name: z.string(), company: z.string(), calls: z.int() })),
})
export type OpenApiImpact = z.output<typeof openApiImpact>

export const openApiApp = z.object({
  id: z.string(),
  name: z.string(),
  companyId: z.string(),
  company: z.string(),
  owner: z.string(),
  locked: z.boolean(),
  expireTime: z.nullable(moment),
  ...callsToday,
  lastCallTime: z.nullable(moment),
})
export type OpenApiApp = z.output<typeof openApiApp>

const path = '/api/sys/open-apis'
const platform = { reach: 'platform' } as const
const crud = crudEndpoints({
  noun: 'openApi',
  path,
  query: listQuery({
    sortable: ['code', 'name', 'path', 'createTime'],
    filters: {
      status: z.enum(openApiStates),
      kind: z.enum(openApiKinds),
      category: z.string().check(z.maxLength(20)),
      tags: tagFilter,
    },
  }),
  row: openApiRow,
  create: openApiWrite,
  update: openApiUpdate,
})
const change = { method: 'PUT', access: permitted('issue'), ...platform, params: idParams, reply: nothing } as const

export const openApisContract = defineContract('openApis', {
  list: { ...crud.list, ...platform },
  get: { ...crud.get, ...platform },
  create: { ...crud.create, ...platform },
  update: { ...crud.update, ...platform, summary: 'Change an open API; one that is served applies to the next call' },
  remove: {
    ...crud.remove,
    ...platform,
    summary: 'Delete an open API that is not served and that no application holds',
  },
  endpoints: {
    ...autocomplete({
      noun: 'API of the product that can be opened',
      path: `${path}/endpoints`,
      extra: z.object({ method: z.enum(openApiMethods), path: z.string() }),
    }),
    ...platform,
  },
  issue: {
    ...change,
    path: `${path}/:id/issue/v1`,
    summary: 'Serve an open API',
    audit: { event: 'openApi.issued' },
  },
  deprecate: {
    ...change,
    path: `${path}/:id/deprecate/v1`,
    summary: 'Announce that an open API stops at a time; its replies say so (RFC 9745, RFC 8594)',
    audit: { event: 'openApi.deprecated' },
    body: z.object({ sunset: momentInput }),
  },
  revoke: {
    ...change,
    path: `${path}/:id/revoke/v1`,
    summary: 'Stop serving an open API; previews who still calls it',
    audit: { event: 'openApi.revoked' },
    impact: openApiImpact,
  },
  apps: {
    method: 'GET',
    path: `${path}/:id/apps/v1`,
    summary: 'List the applications of all companies that hold an open API',
    access: permitted('list'),
    ...platform,
    wire: 'list',
    namesUsers: unscopedBecause('the operator must reach the owners of applications in all companies'),
    params: idParams,
    query: listQuery({ sortable: [] }),
    reply: listSchema(openApiApp),
  },
  stat: {
    method: 'GET',
    path: `${path}/:id/stat/v1`,
    summary: 'Sum up the calls of an open API, in all and by company',
    access: permitted('list'),
    ...platform,
    params: idParams,
    query: callStatQuery,
    reply: callStat,
  },
})
