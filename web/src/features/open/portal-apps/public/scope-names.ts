import type { SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { t } from '../../../../ui/texts.ts'

/** What an application may learn at sign-on. */
export const scopeNames: Record<SsoScope, string> = {
  account: t('账号'),
  phone: t('手机号'),
  email: t('邮箱'),
  ent: t('所属公司'),
}
