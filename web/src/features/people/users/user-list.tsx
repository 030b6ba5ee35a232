import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useCustomList } from '../../system/custom-fields/public/custom-list.tsx'
import { findRoles } from './find-roles.ts'
import { stateNames } from './public/state-names.ts'
import { userActions } from './user-actions.ts'
import { userBulkActions } from './user-bulk-actions.tsx'
import { LastLogin, UserMfa, UserName, UserOrganizations, UserRoles, UserStatus } from './user-cells.tsx'
import { UserForm } from './user-form.tsx'

const { exportUsers } = usersContract

const stateOptions = [
  { value: '1', label: stateNames[1] },
  { value: '0', label: stateNames[0] },
  { value: '2', label: stateNames[2] },
]
const onlineOptions = [
  { value: '1', label: t('在线') },
  { value: '0', label: t('不在线') },
]
const mfaOptions = [
  { value: '0', label: t('未开启二次验证') },
  { value: '1', label: t('已开启二次验证') },
]
const expireOptions = [
  { value: '0', label: t('已到期') },
  { value: '7', label: t('7 天内到期') },
  { value: '30', label: t('30 天内到期') },
]
const idleOptions = [30, 90, 180].map((days) => ({ value: String(days), label: t('超过 {days} 天未登录', { days }) }))

const phoneColumn: Column<UserRow> = { field: 'phone', title: t('手机号'), width: 112, rank: -1 }

/** Users of the company with all their actions. */
export const UserList = () => {
  const restrictions = useRestrictions()
  const maySeeRoles = useCan(userRolesContract.offeredRoles)
  return (
    <ListPage
      contract={usersContract}
      texts={{
        noun: t('用户'),
        purpose: t('用户是可登录系统的人员。新增用户并授予角色后，即可使用相应的菜单。'),
        searchHint: isHiddenOrMasked(restrictions['users.phone']) ? t('账号、姓名') : t('账号、姓名、手机号'),
        rowName: userName,
      }}
      columns={[
        { field: 'name', title: t('用户'), leastWidth: 144, show: (_name, row) => <UserName {...row} /> },
        { field: 'account', title: t('账号'), leastWidth: 116, place: 'sub' },
        { field: 'status', title: t('状态'), width: 68, show: (_status, row) => <UserStatus {...row} /> },
        { field: 'orgs', title: t('组织'), leastWidth: 120, show: (_orgs, row) => <UserOrganizations {...row} /> },
        {
          field: 'roles',
          title: t('角色', { context: 'plural' }),
          leastWidth: 96,
          show: (_roles, row) => <UserRoles {...row} />,
        },
        ...(restrictions['users.phone'] === 'hide' ? [] : [phoneColumn]),
        { field: 'mfa', title: t('二次验证'), width: 84, rank: -2, show: (_mfa, row) => <UserMfa {...row} /> },
        {
          field: 'lastLogin',
          title: t('最近登录'),
          width: 164,
          rank: -1,
          show: (_last, row) => <LastLogin {...row} />,
        },
        {
          field: 'lastLogin',
          key: 'lastPlace',
          title: t('登录地点'),
          width: 120,
          rank: -3,
          show: (last) => last?.area || last?.ip,
        },
        {
          field: 'expireTime',
          title: t('到期时间'),
          width: 164,
          rank: -3,
          show: (at) => (at ? <Time at={at} /> : t('长期有效')),
        },
        { field: 'createTime', title: t('创建时间'), width: 164, rank: -3, show: (at) => <Time at={at} /> },
      ]}
      filters={[
        { kind: 'select', name: 'status', label: t('状态'), options: stateOptions },
        { kind: 'select', name: 'online', label: t('在线'), options: onlineOptions },
        ...(maySeeRoles
          ? [{ kind: 'remoteSelect' as const, name: 'roleId' as const, label: t('角色'), find: findRoles }]
          : []),
        { kind: 'select', name: 'mfa', label: t('二次验证'), options: mfaOptions },
        { kind: 'select', name: 'expire', label: t('到期'), options: expireOptions },
        { kind: 'date', name: 'expireBy', label: t('到期日不晚于') },
        { kind: 'select', name: 'idle', label: t('未登录天数'), options: idleOptions },
      ]}
      custom={useCustomList('user')}
      actions={{
        row: userActions,
        batch: userBulkActions,
        export: exportUsers,
        tools: <ImportButton entity="user" contract={usersContract} />,
      }}
      form={UserForm}
    />
  )
}
