import type { OidcGrant, SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'

export const oidcLabels = {
  grants: '授权方式',
  redirectUris: '回调地址',
  logoutUris: '退出后返回地址',
  scopes: '可获取的信息',
  pkce: '强制 PKCE',
  secretBy: '密钥传递方式',
  accessTtl: '访问令牌有效期（秒）',
  refreshTtl: '刷新令牌有效期（秒）',
} as const
export const grantNames: Readonly<Record<OidcGrant, string>> = {
  authorization_code: '授权码',
  refresh_token: '刷新令牌',
  device_code: '设备码',
  client_credentials: '客户端凭证',
}
export const secretPlaceNames: Readonly<Record<SecretPlace, string>> = {
  basic: '请求头（client_secret_basic）',
  post: '请求体（client_secret_post）',
}
