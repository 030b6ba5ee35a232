import type { SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import type { OpenAppApi } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { toIssuer } from '../open-apps/index.ts'
import { appOperation } from './app-operation.ts'
import { createRefusalSchema } from './envelopes.ts'
import type { DescribedApi } from './open-docs.repository.ts'
import type { OpenApiDocument, Schemas } from './openapi-types.ts'
import { buildInfo, errorList, refusal, toPaths } from './product-document.ts'

const introduction = `每次调用须证明应用身份，以下方式任选其一。

**HMAC**：请求头 \`X-Sign\` 为以密钥对待签名内容所作 HMAC-SHA256 的 base64。待签名内容为以下六行，以换行符连接：

1. 请求方式，例如 \`GET\`
2. 路径，与实际发送的完全一致
3. 查询参数，按参数名排序；没有时为空行
4. 请求体的 SHA-256，小写十六进制
5. 时间戳 \`X-Timestamp\`，毫秒，与服务器相差不超过 5 分钟
6. 随机串 \`X-Nonce\`，16-64 位字母、数字、下划线或短横线，不可重复

**HTTP 消息签名**（RFC 9421）：\`Signature-Input\` 与 \`Signature\`，算法 \`hmac-sha256\`，keyid 为 AppKey。

`
const byToken = `**访问令牌**（OAuth 2.0 \`client_credentials\`）：以密钥获取访问令牌，每次调用携带 \`Authorization: Bearer\`。令牌在密钥撤销后即失效。

`
const ending = `被拒绝的调用可在应用的“日志”中查看原因和待签名内容。

`
const header = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description: t(description),
})
const spelled = (name: string) => name.replace(/(^|-)([a-z])/g, (letters) => letters.toUpperCase())
const buildSchemes = () => ({
  appKey: header(spelled(SignatureHeader.appKey), 'AppKey'),
  timestamp: header(spelled(SignatureHeader.timestamp), '时间戳，毫秒'),
  nonce: header(spelled(SignatureHeader.nonce), '随机串'),
  sign: header(spelled(SignatureHeader.sign), 'HMAC-SHA256 签名'),
  messageSignature: header('Signature', 'RFC 9421 签名'),
  messageInput: header('Signature-Input', 'RFC 9421 签名所含内容'),
})
const tokenScheme = (origin: string) => ({
  accessToken: {
    type: 'oauth2',
    description: t('应用以自己的密钥获取的访问令牌'),
    flows: { clientCredentials: { tokenUrl: `${toIssuer(origin)}/token`, scopes: {} } },
  },
})
const buildResponses = () => ({
  Unsigned: refusal('签名未通过', gateErrors.refused),
  NotGranted: refusal('未授权该接口', gateErrors.notGranted),
  Limited: refusal('超出频率或配额，响应头 Retry-After 为应等待的秒数', gateErrors.limited),
  TooLarge: refusal('请求体过大', kernelErrors.tooLarge),
  Unreachable: refusal('业务系统暂时无法访问', gateErrors.unreachable),
  Failed: refusal('服务器故障', kernelErrors.failed),
})
const documentedErrors = [
  gateErrors.refused,
  gateErrors.repeated,
  gateErrors.notGranted,
  gateErrors.limited,
  gateErrors.unreachable,
]

const isInForce = ({ allowed, startTime, expireTime }: OpenAppApi, now: number) =>
  allowed &&
  (startTime === null || Date.parse(startTime) <= now) &&
  (expireTime === null || Date.parse(expireTime) > now)
/** The grants that are in force, of whose APIs the owner may call each. */
export const grantsInForce = (grants: readonly OpenAppApi[]): OpenAppApi[] => {
  const now = Date.now()
  return grants.filter((grant) => isInForce(grant, now))
}

type Described = {
  name: string
  apis: readonly DescribedApi[]
  grants: readonly OpenAppApi[]
  /** Undefined for an application without tokens of its own. */
  tokenSecretBy: SecretPlace | undefined
}
/** The document of what an application may call, in the current language. Takes where it is served, and the product's version. */
export const appDocument = (
  catalogue: Catalogue,
  { name, apis, grants, tokenSecretBy }: Described,
  origin: string,
  version: string,
): OpenApiDocument => {
  const schemas: Schemas = { Refusal: createRefusalSchema(catalogue) }
  const limitsOf = new Map(grants.map(({ id, limits }) => [id, limits]))
  const operations = apis.flatMap((api) => {
    const limits = limitsOf.get(api.id) ?? { perMinute: null, perDay: null }
    const operation = appOperation(catalogue, api, { limits, schemas, origin, tokenSecretBy })
    return operation ? [{ method: api.method, path: api.path, operation }] : []
  })
  const text = t(introduction) + (tokenSecretBy ? t(byToken) : '') + t(ending)
  const categories = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  return {
    openapi: '3.1.1',
    info: buildInfo(t('{name} 可调用的接口', { name }), text + errorList(documentedErrors), version, origin),
    servers: [{ url: origin }],
    tags: categories.map((category) => ({ name: category, 'x-displayName': category })),
    security: [{ appKey: [], timestamp: [], nonce: [], sign: [] }],
    paths: toPaths(operations),
    components: {
      schemas,
      responses: buildResponses(),
      securitySchemes: { ...buildSchemes(), ...(tokenSecretBy && tokenScheme(origin)) },
    },
  }
}
