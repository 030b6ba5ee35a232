import { userMovesBulk } from '@atrium/contract/features/people/organizations/user-moves.bulk.ts'
import { batchGrant, batchMove, batchRevocation } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userLock } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { bulkExpiry, usersBulk } from '@atrium/contract/features/people/users/users.bulk.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { lazy } from 'react'
import type { BatchAction } from '../../../kernel/listing/batch-action.ts'
import { bulkAction } from '../../../kernel/listing/bulk-action.tsx'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { removalNote } from './user-words.ts'

// Loaded when opened.
const fields = () => import('./user-bulk-fields.tsx')
const LockFields = lazy(async () => ({ default: (await fields()).LockFields }))
const ExpiryFields = lazy(async () => ({ default: (await fields()).ExpiryFields }))
const GrantFields = lazy(async () => ({ default: (await fields()).GrantFields }))
const RevocationFields = lazy(async () => ({ default: (await fields()).RevocationFields }))
const MoveFields = lazy(async () => ({ default: (await fields()).MoveFields }))

const bulk = usersBulk
const invalidates = affected
/** What can be done with many users, or with all that the list finds. */
export const userBulkActions: readonly BatchAction<UserRow>[] = [
  bulkAction({
    bulk,
    invalidates,
    operation: 'grantRole',
    label: t('授予角色'),
    note: t('已有该角色的用户不受影响。'),
    form: {
      schema: batchGrant,
      labels: { roleId: t('角色'), expireTime: t('到期时间'), reason: t('授予原因') },
      initial: { roleId: '', expireTime: null, reason: '' },
      fields: <GrantFields />,
    },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'revokeRole',
    label: t('移除角色'),
    note: t('仅移除直接授予的角色。'),
    form: {
      schema: batchRevocation,
      labels: { roleId: t('角色') },
      initial: { roleId: '' },
      fields: <RevocationFields />,
    },
    danger: true,
  }),
  bulkAction({
    bulk: userMovesBulk,
    invalidates,
    operation: 'move',
    label: t('调整组织'),
    note: t('所选用户退出原主组织，岗位保留，职务改为成员；加入的其他组织不变。'),
    form: { schema: batchMove, labels: { orgId: t('新的主组织') }, initial: { orgId: '' }, fields: <MoveFields /> },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'expire',
    label: t('设置到期时间'),
    note: t('到期后不能登录。'),
    form: {
      schema: bulkExpiry,
      labels: { expireTime: t('到期时间') },
      initial: { expireTime: null },
      fields: <ExpiryFields />,
    },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'reset',
    label: t('重置密码'),
    danger: true,
    note: t(
      '为所选用户各生成一个新密码，用户将立即退出登录，下次登录须修改密码。完成后可下载新密码，仅限一次，保留 1 天；不能撤销。',
    ),
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'lock',
    label: t('锁定'),
    note: t('所选用户将立即退出登录，锁定期间不能登录。'),
    form: {
      schema: userLock,
      labels: { reason: t('原因'), until: t('锁定至') },
      initial: { reason: '', until: null },
      fields: <LockFields />,
    },
    danger: true,
  }),
  bulkAction({ bulk, invalidates, operation: 'unlock', label: t('解锁'), note: t('解锁后可立即登录。') }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'disable',
    label: t('停用', { context: 'verb' }),
    danger: true,
    note: t('所选用户将立即退出登录，重新启用前不能登录。'),
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'enable',
    label: t('启用', { context: 'verb' }),
    note: t('启用后可立即登录；已到期或被锁定的账号仍不能登录。'),
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'remove',
    label: t('删除'),
    note: t('所选用户{removalNote}', { removalNote }),
    danger: true,
  }),
]
