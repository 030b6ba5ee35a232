import { fieldValue } from '@atrium/contract/code-words.ts'
import { fieldLabel } from '@atrium/contract/field-words.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isSourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import type * as z from 'zod/mini'
import { buildExample } from './examples.ts'
import { addSchema, toJsonSchema } from './json-schemas.ts'
import type { JsonSchema, Operation, Parameter, Schemas } from './openapi-types.ts'

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: readonly string[] }

/** Numbers of a query arrive as texts: what is sent is any number, what is meant has bounds. */
const parameterSchema = (sent: JsonSchema, meant: JsonSchema | undefined): JsonSchema =>
  sent.type === 'number' && meant?.type === 'integer' ? { ...sent, ...meant } : sent

/** Parameters of every list, whose names mean other things elsewhere. */
const listWords: Readonly<Record<string, string>> = {
  page: '页码，从 1 开始',
  size: '每页行数',
  search: '搜索内容',
  sort: '排序的列，前加 - 为倒序，多列以逗号分隔',
  after: '序号早于此行的下一页',
  before: '序号晚于此行的上一页',
}
/** Filters whose field has another meaning elsewhere. */
const filterWords: Readonly<Record<string, string>> = { 'f.mfa': '二次验证' }
/** What the values of a filter mean: `0 未开启，1 已开启`; empty if they say it themselves. */
const describeValues = (field: string, values: unknown): string => {
  const texts = Array.isArray(values) ? values.map((value) => [value, fieldValue(field, value)] as const) : []
  return texts.every(([, text]) => text !== undefined)
    ? texts.map(([value, text = '']) => `${value} ${t(text)}`).join(isSourceLanguage() ? '，' : ', ')
    : ''
}
const describe = (place: 'path' | 'query', name: string, { title, enum: values }: JsonSchema): string | undefined => {
  if (place === 'query' && Object.hasOwn(listWords, name)) return t(listWords[name] ?? '')
  const field = name.replace(/^f\./, '')
  const label = filterWords[name] ?? (typeof title === 'string' ? title : fieldLabel(field))
  const parts = [label === field ? '' : t(label), describeValues(field, values)].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(isSourceLanguage() ? '；' : '; ') : undefined
}

const parametersIn = (place: 'path' | 'query', schema: z.ZodMiniType | undefined): Parameter[] => {
  if (!schema) return []
  const sent = toJsonSchema(schema, 'input') as ObjectSchema
  const meant = toJsonSchema(schema, 'output') as ObjectSchema
  return Object.entries(sent.properties ?? {}).map(([name, property]) => {
    const own = parameterSchema(property, meant.properties?.[name])
    const { title: _title, ...rest } = own
    const description = describe(place, name, own)
    const required = place === 'path' || (sent.required ?? []).includes(name)
    return {
      name,
      in: place,
      required,
      ...(description !== undefined && { description }),
      schema: rest,
      ...(required && { example: buildExample({}, rest, { all: false, name }) }),
    }
  })
}
/** Parameters of the path and the query. */
export const listParameters = ({ params, query }: Endpoint): Parameter[] => [
  ...parametersIn('path', params),
  ...parametersIn('query', query),
]

const describeFile = () => ({ type: 'string', contentMediaType: 'application/octet-stream', title: t('文件') })

/** The body of a request; undefined if there is none. */
export const toRequestBody = (endpoint: Endpoint, name: string, schemas: Schemas): Operation['requestBody'] => {
  if (endpoint.method === 'GET') return undefined
  const sent = endpoint.body && toJsonSchema(endpoint.body, 'input')
  if (endpoint.wire === 'multipart') {
    const { properties = {}, required = [] } = (sent ?? {}) as ObjectSchema
    const schema = {
      type: 'object',
      properties: { ...properties, file: describeFile() },
      required: [...required, 'file'],
    }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!sent) return undefined
  const schema = addSchema(schemas, `${name}Body`, sent)
  const example = buildExample(schemas, schema, { all: false })
  return { required: true, content: { 'application/json': { schema, example } } }
}
