import { userMovesBulk } from '@atrium/contract/features/people/organizations/user-moves.bulk.ts'
import { batchGrant, batchMove, batchRevocation } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userLock } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { bulkExpiry, usersBulk } from '@atrium/contract/features/people/users/users.bulk.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { lazy } from 'react'
import type { BatchAction } from '../../../kernel/listing/batch-action.ts'
import { bulkAction } from '../../../kernel/listing/bulk-action.tsx'
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
    label: '授予角色',
    note: '已有该角色的用户不受影响。',
    form: {
      schema: batchGrant,
      labels: { roleId: '角色', expireTime: '到期时间', reason: '授予原因' },
      initial: { roleId: '', expireTime: null, reason: '' },
      fields: <GrantFields />,
    },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'revokeRole',
    label: '移除角色',
    note: '仅移除直接授予的角色。',
    form: {
      schema: batchRevocation,
      labels: { roleId: '角色' },
      initial: { roleId: '' },
      fields: <RevocationFields />,
    },
    danger: true,
  }),
  bulkAction({
    bulk: userMovesBulk,
    invalidates,
    operation: 'move',
    label: '调整组织',
    note: '所选用户退出原主组织，岗位保留，职务改为成员；加入的其他组织不变。',
    form: { schema: batchMove, labels: { orgId: '新的主组织' }, initial: { orgId: '' }, fields: <MoveFields /> },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'expire',
    label: '设置到期时间',
    note: '到期后不能登录。',
    form: {
      schema: bulkExpiry,
      labels: { expireTime: '到期时间' },
      initial: { expireTime: null },
      fields: <ExpiryFields />,
    },
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'reset',
    label: '重置密码',
    danger: true,
    note: '为所选用户各生成一个新密码，用户将立即退出登录，下次登录须修改密码。完成后可下载新密码，仅限一次，保留 1 天；不能撤销。',
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'lock',
    label: '锁定',
    note: '所选用户将立即退出登录，锁定期间不能登录。',
    form: {
      schema: userLock,
      labels: { reason: '原因', until: '锁定至' },
      initial: { reason: '', until: null },
      fields: <LockFields />,
    },
    danger: true,
  }),
  bulkAction({ bulk, invalidates, operation: 'unlock', label: '解锁', note: '解锁后可立即登录。' }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'disable',
    label: '停用',
    danger: true,
    note: '所选用户将立即退出登录，重新启用前不能登录。',
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'enable',
    label: '启用',
    note: '启用后可立即登录；已到期或被锁定的账号仍不能登录。',
  }),
  bulkAction({
    bulk,
    invalidates,
    operation: 'remove',
    label: '删除',
    note: `所选用户${removalNote}`,
    danger: true,
  }),
]
