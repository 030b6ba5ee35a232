import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isSourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import { apiName } from '../../access/registry/index.ts'
import { answerSchemas } from './envelopes.ts'
import { buildExample } from './examples.ts'
import type { Content, Operation, Reference, Reply, Schemas } from './openapi-types.ts'
import { listParameters, toRequestBody } from './request-parts.ts'

/** The key of an endpoint: `sysPosts.list`. */
const toKey = ({ module, name }: Pick<Endpoint, 'module' | 'name'>) => `${module}.${name}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** What its schemas are called: `SysPostsList`. */
const toSchemaName = ({ module, name }: Endpoint) => capital(module) + capital(name)

const response = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
const parameter = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })

const buildContent = (endpoint: Endpoint, schemas: Schemas): Content => {
  if (endpoint.wire === 'binary') return { 'application/octet-stream': { schema: {} } }
  if (endpoint.wire === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } }
  const { success, any } = answerSchemas(endpoint, toSchemaName(endpoint), schemas)
  return { 'application/json': { schema: any, example: buildExample(schemas, success, { all: true }) } }
}
const listFailures = ({ access, method }: Endpoint): Record<string, Reference> => ({
  '400': response('Invalid'),
  ...(access.kind !== 'public' && { '401': response('SignInFirst') }),
  ...(access.kind === 'permitted' && { '403': response('Forbidden') }),
  ...(method !== 'GET' && { '415': response('BadMediaType') }),
  '500': response('Failed'),
  '503': response('Busy'),
})
const toSecurity = ({ access }: Endpoint): Operation['security'] =>
  access.kind === 'public' ? [] : access.kind === 'temporary' ? [{ temporaryToken: [] }] : [{ token: [], binding: [] }]

const listHeaders = (endpoint: Endpoint): Reference[] => {
  if (endpoint.method === 'GET') return [parameter('TimeZone')]
  return [
    ...(endpoint.secretReply ? [] : [parameter('IdempotencyKey')]),
    ...(endpoint.impact ? [parameter('Confirm')] : []),
  ]
}
const describe = ({ access, module }: Endpoint): string => {
  if (access.kind === 'permitted') return `${t('所需权限点：')}\`${module}:${access.operation}\``
  return t({ public: '无需登录', temporary: '仅在登录过程中使用', signedIn: '登录后即可调用' }[access.kind])
}

/** `用户：列表` has two parts. */
const translateName = (name: string) =>
  name
    .split('：')
    .map((part) => t(part))
    .join(isSourceLanguage() ? '：' : ': ')

/** An endpoint of the product as an operation. Its schemas are added to `schemas`. */
export const productOperation = (catalogue: Catalogue, endpoint: Endpoint, schemas: Schemas): Operation => {
  const body = toRequestBody(endpoint, toSchemaName(endpoint), schemas)
  const done: Reply = { description: t('成功，或以错误码说明的拒绝'), content: buildContent(endpoint, schemas) }
  return {
    operationId: toKey(endpoint),
    tags: [endpoint.module],
    summary: translateName(apiName(catalogue, endpoint)),
    description: describe(endpoint),
    security: toSecurity(endpoint),
    parameters: [...listParameters(endpoint), ...listHeaders(endpoint)],
    ...(body && { requestBody: body }),
    responses: { '200': done, ...listFailures(endpoint) },
  }
}
