import type { Feature } from '../../../kernel/feature.ts'
import { organizationsContract } from './organizations.contract.ts'
import { organizationsErrors } from './organizations.errors.ts'

export const organizationsFeature = {
  sort: 280,
  contracts: { organizations: organizationsContract },
  errors: { organizations: organizationsErrors },
  subjects: { organization: { read: organizationsContract.get, change: organizationsContract.update } },
  menus: [
    {
      code: 'sys.organizations',
      parent: 'people',
      sort: 20,
      name: '组织管理',
      icon: 'network',
      path: 'sys/orgs',
      component: 'sys/orgs',
      hasObjects: true,
      needs: 'sysOrgs:list',
    },
  ],
} as const satisfies Feature

export const organizationsWords = {
  sysOrgs: '组织管理',
  'organization.created': '新增组织',
  'organization.updated': '修改组织',
  'organization.removed': '删除组织',
  'organizations.exported': '导出组织',
  'organization.moved': '移动组织',
  'organization.merged': '合并组织',
  'organization.divided': '拆分组织',
  'organization.membersChanged': '调整组织成员',
  'organization.rolesChanged': '调整组织角色',
  'organization.memberChanged': '修改组织成员',
} as const
