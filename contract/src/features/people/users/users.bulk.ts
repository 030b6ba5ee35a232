import * as z from 'zod/mini'
import { defineBulk, noInput } from '../../../kernel/bulk.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { batchGrant, batchRevocation } from './user-batch.contract.ts'
import { userRolesContract } from './user-roles.contract.ts'
import { userLock, userStatusContract } from './user-status.contract.ts'
import { usersContract } from './users.contract.ts'
import { usersFilter } from './users-query.ts'

const { lock, unlock, disable, enable, remove, restore } = userStatusContract
const { assignRoles } = userRolesContract
const { update, reset } = usersContract
const ends = { sessions: '在线会话', accessRequests: '待处理的权限申请', invitations: '可用的邀请码' }
const rights = { gainingUsers: '获得权限的用户', losingUsers: '失去权限的用户' }
/** Null: the account does not expire. */
export const bulkExpiry = z.object({ expireTime: optionalMomentInput })

export const usersBulk = defineBulk({
  entity: 'user',
  noun: '用户',
  list: usersContract.list,
  filter: usersFilter,
  operations: {
    lock: { title: '锁定用户', endpoint: lock, undo: { endpoint: unlock }, input: userLock, impact: ends },
    unlock: { title: '解锁用户', endpoint: unlock, undo: { endpoint: lock }, input: noInput },
    disable: { title: '停用用户', endpoint: disable, undo: { endpoint: enable }, input: noInput, impact: ends },
    enable: { title: '启用用户', endpoint: enable, undo: { endpoint: disable }, input: noInput },
    expire: { title: '设置用户到期时间', endpoint: update, undo: { endpoint: update }, input: bulkExpiry },
    reset: { title: '重置用户密码', endpoint: reset, input: noInput, byRun: true },
    grantRole: {
      title: '授予用户角色',
      endpoint: assignRoles,
      undo: { endpoint: assignRoles },
      input: batchGrant,
      impact: rights,
    },
    revokeRole: {
      title: '移除用户角色',
      endpoint: assignRoles,
      undo: { endpoint: assignRoles },
      input: batchRevocation,
      impact: rights,
    },
    remove: { title: '删除用户', endpoint: remove, undo: { endpoint: restore }, input: noInput, impact: ends },
  },
})
