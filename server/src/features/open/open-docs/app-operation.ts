import type { SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import type { CallLimits, OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { pathParametersOf } from '../open-apis/index.ts'
import { codeSamples } from './code-samples.ts'
import { answerSchemas } from './envelopes.ts'
import { buildExample } from './examples.ts'
import { addSchema, typedSchema } from './json-schemas.ts'
import type { DescribedApi } from './open-docs.repository.ts'
import type { Content, JsonSchema, Operation, Parameter, Reference, Schemas } from './openapi-types.ts'
import { listParameters, toRequestBody } from './request-parts.ts'
import { sampleRequest } from './signed-request.ts'

/** `query-posts` is called `QueryPosts` among the schemas. */
const toSchemaName = ({ code }: DescribedApi) =>
  code
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('_')
    .replace(/^(?=\d)/, 'Api')

const typedValue = (type: OpenParam['type'], text: string): unknown => {
  if (type === 'boolean') return text === 'true'
  return type === 'string' || Number.isNaN(Number(text)) ? text : Number(text)
}
const typedParameter = ({ in: place, name, type, required, default: standard, desc }: OpenParam): Parameter => {
  const schema = { type, ...(standard !== '' && { default: typedValue(type, standard) }) }
  return {
    name,
    in: place,
    required: place === 'path' || required,
    schema,
    ...(desc !== '' && { description: desc }),
    ...((place === 'path' || required) && { example: buildExample({}, schema, { all: false, name }) }),
  }
}
/** An example of a schema that a person has typed; none of what is no schema. */
const typedExample = (schemas: Schemas, schema: JsonSchema): { example?: unknown } => {
  try {
    return { example: buildExample(schemas, schema, { all: true, typed: true }) }
  } catch {
    return {}
  }
}
const typedContent = (text: string, name: string, schemas: Schemas): Content => {
  const typed = typedSchema(text)
  const schema = typed ? addSchema(schemas, name, typed) : {}
  return { 'application/json': { schema, ...(typed && typedExample(schemas, schema)) } }
}

type Parts = Pick<Operation, 'parameters' | 'requestBody'> & { answer: Content }
/** Of an API of the product: as its contract says, with what the platform's people add. */
const ownParts = (api: DescribedApi, endpoint: Endpoint, schemas: Schemas): Parts => {
  const name = toSchemaName(api)
  const described = new Map(api.params.map(({ in: place, name: of, desc }) => [`${place} ${of}`, desc]))
  const body = toRequestBody(endpoint, name, schemas)
  const { success, any } = answerSchemas(endpoint, name, schemas)
  return {
    parameters: listParameters(endpoint).map((parameter) => {
      const desc = '$ref' in parameter ? undefined : described.get(`${parameter.in} ${parameter.name}`)
      return desc ? { ...parameter, description: desc } : parameter
    }),
    ...(body && { requestBody: body }),
    answer: { 'application/json': { schema: any, example: buildExample(schemas, success, { all: true }) } },
  }
}
/** Parameters of the path: those that no one has described are text. */
const undescribed = ({ path, params }: DescribedApi): OpenParam[] =>
  pathParametersOf(path)
    .filter((name) => !params.some((each) => each.in === 'path' && each.name === name))
    .map((name) => ({ in: 'path', name, type: 'string', required: true, default: '', desc: '' }))
const targetParts = (api: DescribedApi, schemas: Schemas): Parts => {
  const name = toSchemaName(api)
  return {
    parameters: [...undescribed(api), ...api.params].map(typedParameter),
    ...(api.request !== '' && {
      requestBody: { required: true, content: typedContent(api.request, `${name}Body`, schemas) },
    }),
    answer: typedContent(api.reply, `${name}Data`, schemas),
  }
}

const response = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
const failures = {
  '401': response('Unsigned'),
  '403': response('NotGranted'),
  '413': response('TooLarge'),
  '429': response('Limited'),
  '500': response('Failed'),
  '502': response('Unreachable'),
}
const describeEnd = (sunset: string | null) =>
  sunset === null ? t('已弃用') : t('已弃用，{time} 停用', { time: new Date(sunset).toISOString() })
const describe = ({ doc, sample, sunset, status, apiVersion }: DescribedApi, limits: CallLimits): string =>
  [
    t('版本 {apiVersion}', { apiVersion }),
    ...(status === 'deprecated' ? [describeEnd(sunset)] : []),
    ...(limits.perMinute === null ? [] : [t('每分钟最多 {perMinute} 次', limits)]),
    ...(limits.perDay === null ? [] : [t('每日最多 {perDay} 次', limits)]),
    ...(doc === '' ? [] : [doc]),
    ...(sample === '' ? [] : [`${t('返回示例：')}\n\n\`\`\`\n${sample}\n\`\`\``]),
  ].join('\n\n')

type Around = { limits: CallLimits; schemas: Schemas; origin: string; tokenSecretBy: SecretPlace | undefined }
/** An open API as an operation; undefined if this version of the product does not have it. */
export const appOperation = (
  { endpointAt }: Catalogue,
  api: DescribedApi,
  { limits, schemas, origin, tokenSecretBy }: Around,
): Operation | undefined => {
  const { method, path } = api
  const endpoint = api.own && endpointAt(api.own)
  if (api.own && !endpoint) return undefined
  const { answer, ...parts } = endpoint ? ownParts(api, endpoint, schemas) : targetParts(api, schemas)
  const operation: Operation = {
    operationId: api.code,
    tags: [api.category],
    summary: api.name,
    description: describe(api, limits),
    ...(api.status === 'deprecated' && { deprecated: true }),
    security: [
      { appKey: [], timestamp: [], nonce: [], sign: [] },
      { messageSignature: [], messageInput: [] },
      ...(tokenSecretBy ? [{ accessToken: [] }] : []),
    ],
    ...parts,
    responses: { '200': { description: t('已受理'), content: answer }, ...failures },
  }
  return {
    ...operation,
    'x-codeSamples': codeSamples(sampleRequest({ method, path, origin }, operation), tokenSecretBy),
  }
}
