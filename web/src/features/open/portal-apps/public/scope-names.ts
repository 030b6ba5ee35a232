import type { SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'

/** What an application may learn at sign-on. */
export const scopeNames: Record<SsoScope, string> = {
  account: '账号',
  phone: '手机号',
  email: '邮箱',
  ent: '所属公司',
}
