import type { OidcScope } from '@atrium/contract/features/open/oidc/oidc-fields.ts'

/** What an application learns. */
export const scopeNames: Readonly<Record<OidcScope, string>> = {
  openid: '用户标识',
  profile: '姓名和账号',
  email: '邮箱',
  phone: '手机号',
  company: '所属公司',
  organization: '所属组织',
  roles: '角色',
  permissions: '操作权限',
}
export const scopesText = (scopes: readonly OidcScope[]): string => scopes.map((scope) => scopeNames[scope]).join('、')
