import { batchGrant, batchMove, batchRevocation } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import type * as z from 'zod/mini'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, SearchSelectField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { findOrganizations, isActive } from '../../../shared/organizations/find-organizations.ts'
import { findGrantableRoles } from './find-roles.ts'
import type { BatchWords } from './impact-card.tsx'
import { useBatch } from './use-batch.tsx'
import { peopleText } from './user-words.ts'

type Props = BatchDrawerProps<UserRow>
const findRole = findGrantableRoles()
const findTarget = findOrganizations(isActive)

const grantWords: BatchWords = { title: (users) => `将为 ${users} 个用户授予角色`, verb: '授予', button: '确定' }
/** Grants a role to several users, with an optional end and reason. */
export const BatchGrantForm = ({ onClosed, ...batch }: Props) => {
  const { send, consequences, ...form } = useBatch(grantWords, batch)
  type Values = z.output<typeof batchGrant>
  return (
    <DrawerForm
      title={`为${peopleText(batch.rows)}授予角色`}
      schema={batchGrant}
      labels={{ roleId: '角色', expireTime: '到期时间', reason: '授予原因' }}
      initial={{ roleId: '', expireTime: null, reason: '' }}
      {...form}
      onSubmit={(params) => send({ action: 'grantRole', params })}
      onClosed={onClosed}
    >
      {consequences}
      <SearchSelectField<Values> name="roleId" required find={findRole} placeholder="输入名称查找" />
      <DateTimeField<Values> name="expireTime" placeholder="长期有效" help="到期后自动收回" />
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="例如：项目支持" />
    </DrawerForm>
  )
}

const revocationWords: BatchWords = { title: (users) => `将移除 ${users} 个用户的角色`, verb: '移除', button: '移除' }
/** Revokes a role from several users. */
export const BatchRevokeForm = ({ onClosed, ...batch }: Props) => {
  const { send, consequences, ...form } = useBatch(revocationWords, batch)
  return (
    <DrawerForm
      title={`移除${peopleText(batch.rows)}的角色`}
      danger="移除"
      schema={batchRevocation}
      labels={{ roleId: '角色' }}
      initial={{ roleId: '' }}
      {...form}
      onSubmit={(params) => send({ action: 'revokeRole', params })}
      onClosed={onClosed}
    >
      {consequences}
      <SearchSelectField<z.output<typeof batchRevocation>>
        name="roleId"
        required
        find={findRole}
        placeholder="输入名称查找"
        help="来自组织的角色在“组织管理”中调整"
      />
    </DrawerForm>
  )
}

const moveWords: BatchWords = { title: (users) => `将调整 ${users} 个用户的组织`, verb: '调整', button: '确定' }
/** Moves several users to one organisation. */
export const BatchMoveForm = ({ onClosed, ...batch }: Props) => {
  const { send, consequences, ...form } = useBatch(moveWords, batch)
  return (
    <DrawerForm
      title={`调整${peopleText(batch.rows)}的组织`}
      schema={batchMove}
      labels={{ orgId: '新的主组织' }}
      initial={{ orgId: '' }}
      {...form}
      onSubmit={(params) => send({ action: 'moveToOrg', params })}
      onClosed={onClosed}
    >
      <p className="user-note">所选用户退出原主组织，岗位保留，职务改为成员；加入的其他组织不变。</p>
      {consequences}
      <SearchSelectField<z.output<typeof batchMove>>
        name="orgId"
        required
        find={findTarget}
        placeholder="输入名称、编码查找"
      />
    </DrawerForm>
  )
}
