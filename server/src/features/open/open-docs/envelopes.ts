import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { addSchema, referenceTo, toJsonSchema } from './json-schemas.ts'
import type { JsonSchema, Schemas } from './openapi-types.ts'

const text = { type: 'string' } as const
const describeTraceId = () => ({ ...text, title: t('追踪号'), description: t('报告问题时请提供。') })

/** What every refusal looks like; operations refer to it. */
export const createRefusalSchema = ({ everyError }: Catalogue): JsonSchema => ({
  type: 'object',
  title: t('拒绝', { context: 'answer' }),
  required: ['code', 'msg', 'traceId'],
  properties: {
    // Named one by one, so that programs can tell a refusal from a success, whose code is 0.
    code: {
      type: 'integer',
      title: t('错误码'),
      enum: [...new Set(everyError.map(({ code }) => code))].sort((one, other) => one - other),
      examples: [kernelErrors.invalid.code],
    },
    msg: { ...text, title: t('原因'), examples: [t(kernelErrors.invalid.msg)] },
    data: { title: t('补充信息'), description: t('因错误码而异。'), examples: [null] },
    errors: {
      type: 'array',
      title: t('逐项原因'),
      items: { type: 'object', required: ['field', 'msg'], properties: { field: text, msg: text } },
    },
    traceId: describeTraceId(),
  },
})
/** Sent before a change whose impact must be seen. */
const confirmationSchema = (impact: JsonSchema): JsonSchema => ({
  type: 'object',
  title: t('须确认影响'),
  required: ['code', 'msg', 'data', 'traceId'],
  description: t('在请求头 X-Confirm 中带上 confirmToken 重新提交，即执行变更。'),
  properties: {
    code: { const: Code.moreInput },
    msg: { ...text, examples: [t(kernelErrors.confirmFirst.msg)] },
    traceId: describeTraceId(),
    data: { type: 'object', required: ['impact', 'confirmToken'], properties: { impact, confirmToken: text } },
  },
})
const successSchema = (data: JsonSchema, isList: boolean): JsonSchema => ({
  type: 'object',
  title: t('成功', { context: 'answer' }),
  required: ['code', 'msg', 'data', ...(isList ? ['total'] : []), 'traceId'],
  properties: {
    code: { const: Code.ok },
    msg: { ...text, const: 'ok' },
    data,
    ...(isList && {
      total: { type: 'integer', title: t('总数') },
      more: { type: 'boolean', title: t('总数以上还有更多'), default: false },
    }),
    traceId: describeTraceId(),
  },
})

/** The data of an answer: rows of a list are named by themselves. */
const toDataSchema = (endpoint: Endpoint, name: string, schemas: Schemas): JsonSchema => {
  const reply = toJsonSchema(endpoint.reply, 'output')
  const { properties } = reply as { properties?: { data?: { items?: JsonSchema } } }
  if (endpoint.wire === 'list' && properties?.data?.items)
    return { type: 'array', items: addSchema(schemas, `${name}Row`, properties.data.items) }
  return reply.type === 'null' ? reply : addSchema(schemas, `${name}Data`, reply)
}

/** The answer of an endpoint that speaks JSON, and of one that previews its impact. `success` has no refusals. */
export const answerSchemas = (endpoint: Endpoint, name: string, schemas: Schemas) => {
  const success = successSchema(toDataSchema(endpoint, name, schemas), endpoint.wire === 'list')
  const impact =
    endpoint.method !== 'GET' && endpoint.impact
      ? [confirmationSchema(addSchema(schemas, `${name}Impact`, toJsonSchema(endpoint.impact, 'output')))]
      : []
  return { success, any: { anyOf: [success, ...impact, referenceTo('Refusal')] } satisfies JsonSchema }
}
