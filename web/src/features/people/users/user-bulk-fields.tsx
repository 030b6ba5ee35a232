import type {
  batchGrant,
  batchMove,
  batchRevocation,
} from '@atrium/contract/features/people/users/user-batch.contract.ts'
import type { bulkExpiry } from '@atrium/contract/features/people/users/users.bulk.ts'
import type * as z from 'zod/mini'
import { DateTimeField, SearchSelectField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { findActiveOrganizations } from './find-organizations.ts'
import { findGrantableRoles } from './find-roles.ts'

const findRole = findGrantableRoles()
const findHint = t('输入名称查找')

/** The role to grant, with an optional end and reason. */
export const GrantFields = () => {
  type Values = z.output<typeof batchGrant>
  return (
    <>
      <SearchSelectField<Values> name="roleId" required find={findRole} placeholder={findHint} />
      <DateTimeField<Values> name="expireTime" placeholder={t('长期有效')} help={t('到期后自动收回')} />
      <TextAreaField<Values> name="reason" maxLength={200} placeholder={t('例如：项目支持')} />
    </>
  )
}
/** The role to revoke. */
export const RevocationFields = () => (
  <SearchSelectField<z.output<typeof batchRevocation>>
    name="roleId"
    required
    find={findRole}
    placeholder={findHint}
    help={t('来自组织的角色在“组织管理”中调整')}
  />
)
/** The new primary organisation. */
export const MoveFields = () => (
  <SearchSelectField<z.output<typeof batchMove>>
    name="orgId"
    required
    find={findActiveOrganizations}
    placeholder={t('输入名称、编码查找')}
  />
)
/** When the accounts expire. */
export const ExpiryFields = () => (
  <DateTimeField<z.output<typeof bulkExpiry>>
    name="expireTime"
    placeholder={t('长期有效')}
    help={t('不填则长期有效')}
  />
)
export { LockFields } from './lock-form.tsx'
