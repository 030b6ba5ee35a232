import type { Feature } from '../../../kernel/feature.ts'
import { roleGrantsContract } from './role-grants.contract.ts'
import { roleMembersContract } from './role-members.contract.ts'
import { rolesContract } from './roles.contract.ts'
import { rolesErrors } from './roles.errors.ts'

export const rolesFeature = {
  sort: 270,
  contracts: { roles: rolesContract, roleGrants: roleGrantsContract, roleMembers: roleMembersContract },
  errors: { roles: rolesErrors },
  subjects: { role: { read: rolesContract.get, change: rolesContract.update } },
  menus: [
    {
      code: 'sys.roles',
      parent: 'access',
      sort: 10,
      name: '角色管理',
      icon: 'shield',
      path: 'sys/roles',
      component: 'sys/roles',
      hasObjects: true,
      needs: 'sysRoles:list',
    },
  ],
} as const satisfies Feature

export const rolesWords = {
  sysRoles: '角色管理',
  'roles.exported': '导出角色',
  'role.created': '新增角色',
  'role.updated': '修改角色',
  'role.removed': '删除角色',
  'role.locked': '锁定角色',
  'role.unlocked': '解锁角色',
  'role.copied': '复制角色',
  'role.menusChanged': '调整角色菜单',
  'role.elementsChanged': '调整角色权限点',
  'role.grantsChanged': '调整角色授权',
  'role.membersChanged': '调整角色成员',
} as const
