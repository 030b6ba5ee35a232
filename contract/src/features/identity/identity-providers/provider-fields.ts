import * as z from 'zod/mini'
import { optionalText, text } from '../../../kernel/fields.ts'
import { id, rowBase, version } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { isHttpUrl } from '../../../kernel/web-address.ts'

/** `oidc`: any provider of OpenID Connect; the others have protocols of their own. */
export const providerKinds = ['oidc', 'wecom', 'dingtalk', 'feishu', 'wechat'] as const
export type ProviderKind = (typeof providerKinds)[number]
export const maxProviders = 20
export const maxRules = 50

const addressMessage = '请输入以 https:// 开头的完整地址，不含参数和 # 片段'
const isAddress = (typed: string) => /^https?:\/\/[^\s/?#@\\{}]+(\/[^\s?#\\]*)?$/.test(typed) && isHttpUrl(typed)
const address = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(300, '最多 300 个字符'),
    z.refine((typed) => typed === '' || isAddress(typed), addressMessage),
  ),
  '',
)
const words = (shape: RegExp, most: number, wrong: string) =>
  z._default(
    z.array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(100))).check(
      z.maxLength(most, { error: () => t('最多 {most} 项', { most }) }),
      z.refine((typed) => typed.every((each) => shape.test(each)), wrong),
    ),
    [],
  )

/** What a provider says of a person, and the role or organisation that it gives them. */
export const mappingRule = z.object({
  claim: text(60, '请输入属性名'),
  value: text(100, '请输入属性值'),
  roleId: z._default(z.nullable(id), null),
  orgId: z._default(z.nullable(id), null),
})
export type MappingRule = z.output<typeof mappingRule>

const providerFields = {
  name: text(20, '请输入按钮文字'),
  /** The address of the provider; of presets that of an installation of one's own. */
  issuer: address,
  clientId: text(200, '请输入客户端 ID'),
  agentId: optionalText(40),
  scopes: words(/^[a-z0-9:._/-]+$/, 20, '范围不能包含空格'),
  mailDomains: words(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 20, '请输入邮箱域名，例如 example.cn'),
  enabled: z._default(z.boolean(), true),
  createsPeople: z._default(z.boolean(), false),
  mapping: z._default(
    z.array(mappingRule).check(z.maxLength(maxRules, { error: () => t('最多 {maxRules} 条', { maxRules }) })),
    [],
  ),
  mapsAlways: z._default(z.boolean(), false),
}
export const providerCreate = z.object({
  kind: z.enum(providerKinds, '请选择类型'),
  ...providerFields,
  secret: text(500, '请输入客户端密钥'),
})
export type ProviderCreate = z.output<typeof providerCreate>
export const providerUpdate = z.object({
  ...providerFields,
  /** Empty: the present one stays. */
  secret: optionalText(500),
  version,
})
export type ProviderUpdate = z.output<typeof providerUpdate>

const named = z.nullable(z.object({ id: z.string(), name: z.string() }))
export const providerRow = z.object({
  ...rowBase,
  name: z.string(),
  kind: z.enum(providerKinds),
  issuer: z.string(),
  clientId: z.string(),
  agentId: z.string(),
  scopes: z.array(z.string()),
  mailDomains: z.array(z.string()),
  /** Those that the tenant has not verified: the sign-in page does not offer the provider for them. */
  unprovedDomains: z.array(z.string()),
  enabled: z.boolean(),
  createsPeople: z.boolean(),
  mapping: z.array(z.object({ claim: z.string(), value: z.string(), role: named, org: named })),
  mapsAlways: z.boolean(),
  /** Number of people whose accounts are linked. */
  links: z.int(),
  /** The address that the provider must know, by which people come back. */
  callback: z.string(),
})
export type ProviderRow = z.output<typeof providerRow>
