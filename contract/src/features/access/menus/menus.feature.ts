import type { Feature } from '../../../kernel/feature.ts'
import { menusContract } from './menus.contract.ts'
import { menusErrors } from './menus.errors.ts'

export const menusFeature = {
  sort: 300,
  contracts: { menus: menusContract },
  errors: { menus: menusErrors },
  menus: [
    {
      code: 'sys.menus',
      parent: 'access',
      sort: 50,
      name: '菜单管理',
      icon: 'list-tree',
      path: 'sys/menus',
      component: 'sys/menus',
      needs: 'sysMenus:list',
    },
  ],
} as const satisfies Feature

export const menusWords = {
  sysMenus: '菜单管理',
  'menu.created': '新增菜单',
  'menu.updated': '修改菜单',
  'menu.removed': '删除菜单',
  'menus.sorted': '调整菜单顺序',
} as const
