import type { ClaimSource } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import type { OidcGrant, SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'

export const oidcLabels = {
  grants: '授权方式',
  redirectUris: '回调地址',
  logoutUris: '退出后返回地址',
  backchannelLogoutUri: '退出通知地址',
  scopes: '可获取的信息',
  claims: '自定义声明',
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
export const claimSourceNames: Readonly<Record<ClaimSource, string>> = {
  account: '账号',
  name: '姓名',
  email: '邮箱',
  phone: '手机号',
  companyId: '公司 ID',
  companyName: '公司名称',
  orgCodes: '组织编码',
  orgNames: '组织名称',
  roleIds: '角色 ID',
  roleNames: '角色名称',
  permissions: '操作权限编码',
}
export const claimsText = (claims: readonly { name: string; from: ClaimSource }[]): string =>
  claims.map(({ name, from }) => `${name}：${claimSourceNames[from]}`).join('、')
export const secretPlaceNames: Readonly<Record<SecretPlace, string>> = {
  basic: '请求头（client_secret_basic）',
  post: '请求体（client_secret_post）',
}
