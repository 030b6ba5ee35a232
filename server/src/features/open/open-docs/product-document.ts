import type { DocumentedApi } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { moduleName } from '../../access/registry/index.ts'
import { createRefusalSchema } from './envelopes.ts'
import { referenceTo } from './json-schemas.ts'
import type { OpenApiDocument, Operation, Reply, Schemas, Tag } from './openapi-types.ts'
import { productOperation } from './product-operation.ts'

const prefixes: Readonly<Record<DocumentedApi, string>> = { console: '/api/', portal: '/front-api/' }
const titles: Readonly<Record<DocumentedApi, string>> = { console: '控制台接口', portal: '门户接口' }
const introduction = `- 响应为 JSON（文件和事件流除外）：\`code\` 为 0 表示成功，其余为错误码；\`msg\` 为可直接显示的原因，\`traceId\` 为追踪号。
- 业务错误的 HTTP 状态码为 200；仅会话失效、无权限或故障时不同。
- 登录后须带请求头 \`token\`（访问令牌）和登录时设置的 Cookie。
- 不使用 Cookie 的程序，登录各步须带请求头 \`X-Client: open\`（须平台允许）。
- 访问令牌到期返回错误码 100，可用刷新令牌换取新令牌。`

const listErrors = ({ features }: Catalogue, module: string): ErrorSpec[] =>
  features.flatMap(({ contracts, errors = {} }) => {
    const endpoints = Object.values(contracts).flatMap((contract) => Object.values(contract))
    if (!endpoints.some((each) => each.module === module)) return []
    return Object.values(errors).flatMap((each) => Object.values(each))
  })
export const errorList = (errors: readonly ErrorSpec[]): string => {
  const sorted = errors.toSorted((one, other) => one.code - other.code)
  return [t('错误码：'), '', ...sorted.map(({ code, msg }) => `- \`${code}\` ${t(msg)}`)].join('\n')
}
const buildTag = (catalogue: Catalogue, module: string): Tag => {
  const errors = listErrors(catalogue, module)
  return {
    name: module,
    'x-displayName': t(moduleName(module)),
    ...(errors.length > 0 && { description: errorList(errors) }),
  }
}

export const refusal = (description: string, { code, msg }: ErrorSpec): Reply => ({
  description: t(description),
  content: {
    'application/json': {
      schema: referenceTo('Refusal'),
      example: { code, msg: t(msg), traceId: '0f8fad5bd9cb469fa16570867728950e' },
    },
  },
})
const buildResponses = () => ({
  Invalid: refusal('请求无法读取', kernelErrors.invalid),
  SignInFirst: refusal('未登录，或登录已失效', kernelErrors.signInFirst),
  Forbidden: refusal('没有权限', kernelErrors.forbidden),
  BadMediaType: refusal('不支持的内容类型', kernelErrors.badMediaType),
  Failed: refusal('服务器故障', kernelErrors.failed),
  Busy: refusal('服务繁忙，请稍后再试', kernelErrors.busy),
})
const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header' as const,
  required: false,
  description: t(description),
  schema: { type: 'string', ...schema },
})
const buildParameters = () => ({
  IdempotencyKey: header(Header.idempotencyKey, '请求标识：相同标识的请求只执行一次', {
    pattern: '^[A-Za-z0-9_-]{8,64}$',
  }),
  Confirm: header(Header.confirm, '确认影响：前一次响应中的 confirmToken', { maxLength: 100 }),
  TimeZone: header(Header.timeZone, '日期和时间范围的时区', { default: 'Asia/Shanghai' }),
})
const tokenScheme = (description: string) => ({
  type: 'apiKey',
  in: 'header',
  name: Header.token,
  description: t(description),
})
const securitySchemes = (origin: string) => ({
  token: tokenScheme('登录后的访问令牌'),
  binding: {
    type: 'apiKey',
    in: 'cookie',
    name: `${origin.startsWith('https:') ? '__Host-' : ''}atrium-binding`,
    description: t('登录时设置，会话与其绑定'),
  },
  temporaryToken: tokenScheme('登录过程中的临时令牌，仅用于完成登录'),
})

/** Operations by path and method. */
export const toPaths = (operations: readonly { method: string; path: string; operation: Operation }[]) => {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { method, path, operation } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  return paths
}
export const buildInfo = (
  title: string,
  description: string,
  version: string,
  url: string,
): OpenApiDocument['info'] => ({
  title,
  version,
  description,
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  contact: { name: 'Atrium', url },
})

/** The document of the product's own API, in the current language. Takes where it is served, and the product's version. */
export const productDocument = (
  catalogue: Catalogue,
  api: DocumentedApi,
  origin: string,
  version: string,
): OpenApiDocument => {
  const described: readonly Endpoint[] = catalogue.endpoints.filter(({ path }) => path.startsWith(prefixes[api]))
  const schemas: Schemas = { Refusal: createRefusalSchema(catalogue) }
  const operations = described.map((endpoint) => ({
    ...addressOf(endpoint),
    operation: productOperation(catalogue, endpoint, schemas),
  }))
  return {
    openapi: '3.1.1',
    info: buildInfo(t(titles[api]), t(introduction), version, origin),
    servers: [{ url: origin }],
    tags: [...new Set(described.map(({ module }) => module))].map((module) => buildTag(catalogue, module)),
    security: [{ token: [], binding: [] }],
    paths: toPaths(operations),
    components: {
      schemas,
      responses: buildResponses(),
      parameters: buildParameters(),
      securitySchemes: securitySchemes(origin),
    },
  }
}
