import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { stateNames } from '@atrium/contract/features/people/users/user-words.ts'
import { type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { lazy } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/people/user-name.ts'
import { Time } from '../../../ui/time.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { runBatch } from './batch.ts'
import { BatchRemoveForm } from './batch-remove-form.tsx'
import { BatchDisableForm, DisableForm } from './disable-form.tsx'
import { findRoles } from './find-roles.ts'
import { BatchLockForm, LockForm } from './lock-form.tsx'
import { RemoveForm } from './remove-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { RolesDrawer } from './roles-drawer.tsx'
import { LastLogin, UserMfa, UserName, UserOrganizations, UserRoles, UserState } from './user-cells.tsx'
import { UserForm } from './user-form.tsx'
import { SessionsDrawer } from './user-sessions.tsx'
import { peopleText } from './user-words.ts'

const UserDetails = lazy(async () => ({ default: (await import('./user-details.tsx')).UserDetails }))

const { list, exportUsers, get, reset, sessions } = usersContract
const { remove, lock, unlock, disable, enable } = userStatusContract
const { assignRoles, offeredRoles } = userRolesContract

const isOther = ({ self }: UserRow) => !self
const isOtherInternal = (row: UserRow) => isOther(row) && !row.outside
const isLocked = ({ status }: UserRow) => status === 2
const unlockNote = '解锁后可以立即登录。'
const enableNote = '启用后可以立即登录；已到期或被锁定的账号仍不能登录。'

const stateOptions = [
  { value: '1', label: stateNames[1] },
  { value: '0', label: stateNames[0] },
  { value: '2', label: stateNames[2] },
]
const onlineOptions = [
  { value: '1', label: '在线' },
  { value: '0', label: '不在线' },
]
const mfaOptions = [
  { value: '0', label: '未开启二次验证' },
  { value: '1', label: '已开启二次验证' },
]
const expireOptions = [
  { value: '0', label: '已到期' },
  { value: '7', label: '7 天内到期' },
  { value: '30', label: '30 天内到期' },
]
const idleOptions = [30, 90, 180].map((days) => ({ value: String(days), label: `超过 ${days} 天未登录` }))

/** Wide screens only; the details drawer shows them too. */
const timeColumns: readonly Column<UserRow>[] = [
  { field: 'expireTime', title: '到期时间', width: 164, show: (at) => (at ? <Time at={at} /> : '长期有效') },
  { field: 'createTime', title: '创建时间', width: 164, show: (at) => <Time at={at} /> },
]

const phoneColumn: Column<UserRow> = { field: 'phone', title: '手机号', width: 116 }

/** Users of the company with all their actions. */
export const UserList = () => {
  const wide = useMedia('(min-width: 1760px)')
  const restrictions = useRestrictions()
  const maySeeRoles = useCan(offeredRoles)
  return (
    <ListPage
      contract={usersContract}
      noun="用户"
      purpose="用户是可以登录系统的人。新增用户后给他角色，他就能看到相应的菜单。"
      searchHint={isHiddenOrMasked(restrictions['users.phone']) ? '账号、姓名' : '账号、姓名、手机号'}
      nameOf={userName}
      columns={[
        { field: 'name', title: '用户', width: 160, show: (_name, row) => <UserName {...row} /> },
        // Early, because on narrow screens later columns are covered by the actions.
        { field: 'status', title: '状态', width: 96, show: (_status, row) => <UserState {...row} /> },
        ...(restrictions['users.phone'] === 'hide' ? [] : [phoneColumn]),
        { field: 'orgs', title: '组织', width: 104, show: (_orgs, row) => <UserOrganizations {...row} /> },
        { field: 'roles', title: '角色', width: 136, show: (_roles, row) => <UserRoles {...row} /> },
        { field: 'mfa', title: '二次验证', width: 76, show: (_mfa, row) => <UserMfa {...row} /> },
        { field: 'lastLogin', title: '最近登录', width: 164, show: (_last, row) => <LastLogin {...row} /> },
        ...(wide ? timeColumns : []),
      ]}
      filters={[
        { kind: 'select', name: 'status', label: '状态', options: stateOptions },
        { kind: 'select', name: 'online', label: '在线', options: onlineOptions },
        ...(maySeeRoles
          ? [{ kind: 'remoteSelect' as const, name: 'roleId' as const, label: '角色', find: findRoles }]
          : []),
        { kind: 'select', name: 'mfa', label: '二次验证', options: mfaOptions },
        { kind: 'select', name: 'expire', label: '到期', options: expireOptions },
        { kind: 'select', name: 'idle', label: '未登录天数', options: idleOptions },
      ]}
      form={UserForm}
      tools={<ExportButton endpoint={exportUsers} list={list} noun="用户" />}
      rowActions={[
        { label: '角色', endpoint: assignRoles, when: isOther, drawer: RolesDrawer },
        { label: '重置密码', endpoint: reset, when: isOtherInternal, drawer: ResetForm },
        {
          label: '锁定',
          endpoint: lock,
          danger: true,
          when: (row) => isOther(row) && !isLocked(row),
          drawer: LockForm,
        },
        {
          label: '解锁',
          endpoint: unlock,
          when: (row) => isOther(row) && isLocked(row),
          confirm: (row) => ({
            title: `解锁${peopleText([row])}？`,
            body: unlockNote,
            run: () => call(unlock, { params: { id: row.id } }),
          }),
        },
        {
          label: '停用',
          endpoint: disable,
          danger: true,
          when: (row) => isOther(row) && !row.disabled,
          drawer: DisableForm,
        },
        {
          label: '启用',
          endpoint: enable,
          when: (row) => isOther(row) && row.disabled,
          confirm: (row) => ({
            title: `启用${peopleText([row])}？`,
            body: enableNote,
            run: () => call(enable, { params: { id: row.id } }),
          }),
        },
        { label: '会话', endpoint: sessions, drawer: SessionsDrawer },
        { label: '详情', endpoint: get, drawer: UserDetails },
        { label: '删除', endpoint: remove, danger: true, when: isOther, drawer: RemoveForm },
      ]}
      batchActions={[
        { label: '批量锁定', endpoint: lock, drawer: BatchLockForm },
        {
          label: '批量解锁',
          endpoint: unlock,
          confirm: (rows) => ({
            title: `解锁${peopleText(rows)}？`,
            body: unlockNote,
            run: () => runBatch('unlock', rows),
          }),
        },
        { label: '批量停用', endpoint: disable, drawer: BatchDisableForm },
        {
          label: '批量启用',
          endpoint: enable,
          confirm: (rows) => ({
            title: `启用${peopleText(rows)}？`,
            body: enableNote,
            run: () => runBatch('enable', rows),
          }),
        },
        { label: '批量删除', endpoint: remove, danger: true, drawer: BatchRemoveForm },
      ]}
    />
  )
}
