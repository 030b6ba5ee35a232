import type { OidcScope } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

/** What an application learns. */
export const scopeNames: Readonly<Record<OidcScope, string>> = {
  openid: t('用户标识'),
  profile: t('姓名和账号'),
  email: t('邮箱'),
  phone: t('手机号'),
  company: t('所属公司'),
  organization: t('所属组织'),
  roles: t('角色'),
  permissions: t('操作权限'),
}
export const scopesText = (scopes: readonly OidcScope[]): string => listText(scopes.map((scope) => scopeNames[scope]))
