import * as z from 'zod/mini'
import { messages, optionalMultilineText, optionalText, shortCode, text } from '../../../kernel/fields.ts'
import { id } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { isHttpUrl } from '../../../kernel/web-address.ts'

/** `own`: an API of this product; `target`: an address of a business system, to which calls are forwarded. */
/** Where applications redeem sign-on tickets, by a signed call; no open API may have this path. */
export const ticketPath = '/open/v1/sso/ticket'

export const openApiKinds = ['own', 'target'] as const
export type OpenApiKind = (typeof openApiKinds)[number]
export const openApiStates = ['draft', 'online', 'deprecated', 'offline'] as const
export type OpenApiState = (typeof openApiStates)[number]
export const openApiMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type OpenApiMethod = (typeof openApiMethods)[number]
/** Whose applications may be granted an API: those of every company, or the operator's alone. */
export const openApiAudiences = ['all', 'platform'] as const
export type OpenApiAudience = (typeof openApiAudiences)[number]
export const openParamTypes = ['string', 'integer', 'number', 'boolean'] as const

const pathMessage = '路径以 /open/v1/ 开头，各段为小写字母、数字、短横线或 {参数}'
const path = z
  .string('请输入路径')
  .check(
    z.trim(),
    z.minLength(1, '请输入路径'),
    z.maxLength(200, '最多 200 个字符'),
    z.regex(/^\/open\/v1(\/([a-z0-9][a-z0-9-]{0,59}|\{[A-Za-z][A-Za-z0-9]{0,29}\})){1,12}$/, pathMessage),
  )

const targetMessage = '请输入 http 或 https 地址，不含账号、密码和 # 片段'
/** Whether a text is an http or https address without credentials and fragment, whose host no {parameter} chooses. */
export const isWebAddress = (typed: string): boolean =>
  /^https?:\/\/[^\s/?#@\\{}]+([/?][^\s#\\]*)?$/.test(typed) && isHttpUrl(typed)
const target = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(500, '最多 500 个字符'),
    z.refine((typed) => typed === '' || isWebAddress(typed), targetMessage),
  ),
  '',
)

const isSchema = (typed: string): boolean => {
  if (typed === '') return true
  try {
    const value: unknown = JSON.parse(typed)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
const jsonSchema = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(20_000, '最多 20000 个字符'),
      z.refine(isSchema, '请输入 JSON Schema（一个 JSON 对象）'),
    ),
  '',
)

/** A limit of calls; null: unlimited, or the one above it. */
export const callLimit = (most: number) => {
  const message = { error: () => t('请输入 1 到 {most} 之间的整数，或留空', { most }) }
  return z._default(z.nullable(z.int(message).check(z.gte(1, message), z.lte(most, message))), null)
}
export const maxPerMinute = 600_000
export const maxPerDay = 100_000_000
export const callLimits = { perMinute: callLimit(maxPerMinute), perDay: callLimit(maxPerDay) }
export const callLimitsShown = { perMinute: z.nullable(z.int()), perDay: z.nullable(z.int()) }
export type CallLimits = { perMinute: number | null; perDay: number | null }

/** A parameter of the path or the query, as documented; those of forwarded calls are checked against it. */
export const openParam = z.object({
  in: z.enum(['path', 'query'], '请选择参数位置'),
  name: z
    .string(messages.required)
    .check(z.trim(), z.regex(/^[A-Za-z][A-Za-z0-9._-]{0,39}$/, '1-40 位，以字母开头，可含数字、点、下划线和短横线')),
  type: z._default(z.enum(openParamTypes, '请选择类型'), 'string'),
  required: z._default(z.boolean(), false),
  /** Used where a query has none; empty: none. */
  default: optionalText(100),
  desc: optionalText(200),
})
export type OpenParam = z.output<typeof openParam>

export const openApiWrite = z.object({
  code: shortCode,
  name: text(50, '请输入接口名称'),
  category: text(20, '请输入分类'),
  method: z.enum(openApiMethods, '请选择请求方式'),
  path,
  apiVersion: z._default(
    z.string().check(z.trim(), z.regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, '版本号由数字和点组成，例如 1.0')),
    '1.0',
  ),
  kind: z.enum(openApiKinds, '请选择类型'),
  /** Of the registry; required of `own`. */
  apiId: z._default(z.nullable(id), null),
  /** Required of `target`; may hold parameters of the path: https://erp.example.cn/orders/{id} */
  target,
  /** Where trials are forwarded instead; empty: it cannot be tried. */
  sandbox: target,
  params: z._default(z.array(openParam).check(z.maxLength(50, '最多 50 个参数')), []),
  /** JSON schemas of the bodies; empty: none. */
  request: jsonSchema,
  reply: jsonSchema,
  sample: optionalMultilineText(10_000),
  /** Markdown. */
  doc: optionalMultilineText(20_000),
  rate: z._default(z.object(callLimits), { perMinute: null, perDay: null }),
  audience: z._default(z.enum(openApiAudiences, '请选择可授权范围'), 'all'),
})
export type OpenApiWrite = z.output<typeof openApiWrite>
