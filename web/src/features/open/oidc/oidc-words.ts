import type { ClaimSource } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import type { OidcGrant, SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

export const oidcLabels = {
  grants: t('授权方式'),
  redirectUris: t('回调地址'),
  logoutUris: t('退出后返回地址'),
  backchannelLogoutUri: t('退出通知地址'),
  scopes: t('可获取的信息'),
  claims: t('自定义声明'),
  pkce: t('强制 PKCE'),
  secretBy: t('密钥传递方式'),
  accessTtl: t('访问令牌有效期（秒）'),
  refreshTtl: t('刷新令牌有效期（秒）'),
} as const
export const grantNames: Readonly<Record<OidcGrant, string>> = {
  authorization_code: t('授权码'),
  refresh_token: t('刷新令牌'),
  device_code: t('设备码'),
  client_credentials: t('客户端凭证'),
}
export const claimSourceNames: Readonly<Record<Exclude<ClaimSource, `custom.${string}`>, string>> = {
  account: t('账号'),
  name: t('姓名'),
  email: t('邮箱'),
  phone: t('手机号'),
  companyId: t('公司 ID'),
  companyName: t('公司名称'),
  orgCodes: t('组织编码'),
  orgNames: t('组织名称'),
  roleIds: t('角色 ID'),
  roleNames: t('角色名称'),
  permissions: t('操作权限编码'),
}
/** Takes names of custom fields of users by `custom.<key>`. */
export const claimsText = (
  claims: readonly { name: string; from: ClaimSource }[],
  custom: Readonly<Record<string, string>>,
): string => {
  const names: Readonly<Record<string, string>> = { ...custom, ...claimSourceNames }
  return listText(claims.map(({ name, from }) => labelledText(name, names[from] ?? from)))
}
export const secretPlaceNames: Readonly<Record<SecretPlace, string>> = {
  basic: t('请求头（client_secret_basic）'),
  post: t('请求体（client_secret_post）'),
}
