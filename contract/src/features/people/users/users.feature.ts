import type { Feature } from '../../../kernel/feature.ts'
import { userBatchContract } from './user-batch.contract.ts'
import { userPortraitsContract } from './user-portraits.contract.ts'
import { userRolesContract } from './user-roles.contract.ts'
import { userStatusContract } from './user-status.contract.ts'
import { usersContract } from './users.contract.ts'
import { usersErrors } from './users.errors.ts'
import { userSheet } from './users.sheet.ts'

export const usersFeature = {
  sort: 160,
  contracts: {
    users: usersContract,
    userStatus: userStatusContract,
    userRoles: userRolesContract,
    userBatch: userBatchContract,
    userPortraits: userPortraitsContract,
  },
  errors: { users: usersErrors },
  fieldWords: [userSheet],
  subjects: { user: { read: usersContract.get, change: usersContract.update } },
  menus: [
    {
      code: 'sys.users',
      parent: 'people',
      sort: 10,
      name: '用户管理',
      icon: 'users',
      path: 'sys/users',
      component: 'sys/users',
      hasObjects: true,
      needs: 'sysUsers:list',
    },
  ],
  entities: { userPassword: 'user', userSession: 'user' },
} as const satisfies Feature

export const usersWords = {
  sysUsers: '用户管理',
  'user.created': '新增用户',
  'user.updated': '修改用户',
  'user.removed': '删除用户',
  'user.restored': '恢复用户',
  'user.locked': '锁定用户',
  'user.unlocked': '解锁用户',
  'user.disabled': '停用用户',
  'user.enabled': '启用用户',
  'user.rolesChanged': '调整用户角色',
  'user.batchChanged': '批量处理用户',
  'users.exported': '导出用户',
  'userPassword.replaced': '重置用户密码',
  'userSession.terminated': '强制用户下线',
} as const
