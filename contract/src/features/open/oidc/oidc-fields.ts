import * as z from 'zod/mini'
import { t } from '../../../kernel/texts.ts'
import { isWebAddress } from '../open-apis/open-api-fields.ts'
import { claimMappings, claimSource } from './oidc-claims.ts'

export const oidcGrants = ['authorization_code', 'refresh_token', 'device_code', 'client_credentials'] as const
export type OidcGrant = (typeof oidcGrants)[number]
/** What an application may learn. `openid` is part of every sign-in. */
export const oidcScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'company',
  'organization',
  'roles',
  'permissions',
] as const
export type OidcScope = (typeof oidcScopes)[number]
/** How the token endpoint gets the secret: in the header, or in the body. */
export const secretPlaces = ['basic', 'post'] as const
export type SecretPlace = (typeof secretPlaces)[number]

const maxUris = 20
const uriMessage = '请输入完整的回调地址，不含 # 片段，例如 https://erp.example.cn/callback'
/** An address of the web, or a scheme of an app's own, named after a domain (RFC 8252). */
const isRedirect = (typed: string): boolean =>
  isWebAddress(typed) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/[^\s#\\]*$/.test(typed)
const uris = z._default(
  z.array(z.string().check(z.trim(), z.maxLength(500, '最多 500 个字符'))).check(
    z.maxLength(maxUris, { error: () => t('最多 {maxUris} 个地址', { maxUris }) }),
    z.refine((typed) => typed.every(isRedirect), uriMessage),
  ),
  [],
)
const seconds = (from: number, to: number) => {
  const message = { error: () => t('请输入 {from} 到 {to} 之间的整数', { from, to }) }
  return z.int(message).check(z.gte(from, message), z.lte(to, message))
}

export const oidcWrite = z.object({
  redirectUris: uris,
  logoutUris: uris,
  /** Where the application is notified that a sign-in has ended; empty: nowhere. */
  backchannelLogoutUri: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(500, '最多 500 个字符'),
      z.refine((typed) => typed === '' || isWebAddress(typed), '请输入完整的地址，例如 https://erp.example.cn/logout'),
    ),
    '',
  ),
  /** Empty: the application signs no one in. */
  grants: z.array(z.enum(oidcGrants)).check(z.maxLength(oidcGrants.length)),
  scopes: z.array(z.enum(oidcScopes)).check(z.maxLength(oidcScopes.length)),
  /** Applications without a secret need it always. */
  claims: z._default(claimMappings, []),
  pkce: z._default(z.boolean(), true),
  secretBy: z._default(z.enum(secretPlaces), 'basic'),
  /** Seconds. */
  accessTtl: z._default(seconds(60, 86_400), 3600),
  refreshTtl: z._default(seconds(300, 2_592_000), 86_400),
  /** Zero before it is set up. */
  version: z.int().check(z.gte(0)),
})
export type OidcWrite = z.output<typeof oidcWrite>

export const oidcSettings = z.object({
  redirectUris: z.array(z.string()),
  logoutUris: z.array(z.string()),
  backchannelLogoutUri: z.string(),
  grants: z.array(z.enum(oidcGrants)),
  scopes: z.array(z.enum(oidcScopes)),
  claims: z.array(z.object({ name: z.string(), from: claimSource })),
  pkce: z.boolean(),
  secretBy: z.enum(secretPlaces),
  accessTtl: z.number(),
  refreshTtl: z.number(),
  /** The provider's address, which the application needs beside its key. */
  issuer: z.string(),
  /** The same under the hosts of the company's own. */
  tenantIssuers: z.array(z.string()),
  version: z.number(),
})
export type OidcSettings = z.output<typeof oidcSettings>
