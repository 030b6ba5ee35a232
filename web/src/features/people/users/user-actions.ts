import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { lazy } from 'react'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { SessionsDrawer } from './user-sessions.tsx'
import { peopleText } from './user-words.ts'

// Lazy: few people open them.
const DisableForm = lazy(async () => ({ default: (await import('./disable-form.tsx')).DisableForm }))
const LockForm = lazy(async () => ({ default: (await import('./lock-form.tsx')).LockForm }))
const RemoveForm = lazy(async () => ({ default: (await import('./remove-form.tsx')).RemoveForm }))
const RolesDrawer = lazy(async () => ({ default: (await import('./roles-drawer.tsx')).RolesDrawer }))
const ResetForm = lazy(async () => ({ default: (await import('./reset-form.tsx')).ResetForm }))

const { get, reset, sessions } = usersContract
const { remove, lock, unlock, disable, enable } = userStatusContract
const { assignRoles } = userRolesContract

const isOther = ({ self }: UserRow) => !self
const isOtherInternal = (row: UserRow) => isOther(row) && !row.outside
const isLocked = ({ status }: UserRow) => status === 2
const unlockNote = t('解锁后可立即登录。')
const enableNote = t('启用后可立即登录；已到期或被锁定的账号仍不能登录。')

/** What changes one user, except oneself; the removal is the last one. */
export const changeActions: readonly RowAction<UserRow>[] = [
  { label: t('分配角色'), endpoint: assignRoles, when: isOther, drawer: RolesDrawer },
  { label: t('重置密码'), endpoint: reset, when: isOtherInternal, drawer: ResetForm },
  {
    label: t('锁定'),
    endpoint: lock,
    danger: true,
    when: (row) => isOther(row) && !isLocked(row),
    drawer: LockForm,
  },
  {
    label: t('解锁'),
    endpoint: unlock,
    when: (row) => isOther(row) && isLocked(row),
    confirm: (row) => ({
      title: t('解锁{peopleText}？', { peopleText: peopleText([row]) }),
      body: unlockNote,
      run: () => call(unlock, { params: { id: row.id } }),
    }),
  },
  {
    label: t('停用', { context: 'verb' }),
    endpoint: disable,
    danger: true,
    when: (row) => isOther(row) && !row.disabled,
    drawer: DisableForm,
  },
  {
    label: t('启用', { context: 'verb' }),
    endpoint: enable,
    when: (row) => isOther(row) && row.disabled,
    confirm: (row) => ({
      title: t('启用{peopleText}？', { peopleText: peopleText([row]) }),
      body: enableNote,
      run: () => call(enable, { params: { id: row.id } }),
    }),
  },
  { label: t('删除'), endpoint: remove, danger: true, when: isOther, drawer: RemoveForm },
]

/** What may be done from the list with one user; to oneself only what changes nothing. */
export const userActions: readonly RowAction<UserRow>[] = [
  ...changeActions.slice(0, -1),
  { label: t('查看会话'), endpoint: sessions, drawer: SessionsDrawer },
  { label: t('详情'), endpoint: get, page: ({ id }) => id },
  ...changeActions.slice(-1),
]
