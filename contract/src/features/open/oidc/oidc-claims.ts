import * as z from 'zod/mini'
import { t } from '../../../kernel/texts.ts'

/** What claims of an application's own can be filled with, and the scope by which a person allows it. */
const scopeOfSource = {
  account: 'profile',
  name: 'profile',
  email: 'email',
  phone: 'phone',
  companyId: 'company',
  companyName: 'company',
  orgCodes: 'organization',
  orgNames: 'organization',
  roleIds: 'roles',
  roleNames: 'roles',
  permissions: 'permissions',
} as const
type OwnSource = keyof typeof scopeOfSource
/** Of the product, or a custom field of users by its key. */
export type ClaimSource = OwnSource | `custom.${string}`
const ownSources = Object.keys(scopeOfSource) as [OwnSource, ...OwnSource[]]
export const claimSource = z.union([
  z.enum(ownSources),
  z.templateLiteral(['custom.', z.string().check(z.regex(/^(c_)?[a-z][a-zA-Z0-9]{0,29}$/))]),
])
/** The key of the custom field that fills a claim; undefined for what the product knows. */
export const customKeyOf = (source: ClaimSource): string | undefined =>
  source.startsWith('custom.') ? source.slice('custom.'.length) : undefined
const isOwnSource = (source: ClaimSource): source is OwnSource => customKeyOf(source) === undefined
/** The scope by which a person allows what fills a claim. */
export const findScope = (source: ClaimSource) => (isOwnSource(source) ? scopeOfSource[source] : 'profile')
/** Claims of the protocol, and those that say what was verified. */
const reserved = new Set(
  [
    'iss sub aud exp iat nbf jti nonce acr amr azp auth_time at_hash c_hash s_hash sid sub_jwk events cnf act',
    '_claim_names _claim_sources active client_id scope token_type email_verified phone_number_verified',
  ]
    .join(' ')
    .split(' '),
)
const maxClaims = 20

const claimMapping = z.object({
  /** As the application expects it. */
  name: z.string().check(
    z.trim(),
    z.regex(/^[A-Za-z][A-Za-z0-9_.:/-]{0,99}$/, '请输入字母开头的名称，可含数字和 _ . : / -，最多 100 个字符'),
    z.refine((name) => !reserved.has(name), '该名称由协议使用，请换一个'),
  ),
  from: claimSource,
})
export type ClaimMapping = z.output<typeof claimMapping>

/** Claims of an application's own, beside or in place of the usual ones. */
export const claimMappings = z.array(claimMapping).check(
  z.maxLength(maxClaims, { error: () => t('最多 {maxClaims} 项', { maxClaims }) }),
  z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, '名称不能重复'),
)
/** A claim as it is disclosed. */
export const disclosedClaim = z.object({
  name: z.string(),
  /** JSON. */
  value: z.string(),
})
