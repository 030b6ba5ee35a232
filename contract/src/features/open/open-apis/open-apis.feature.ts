import type { Feature } from '../../../kernel/feature.ts'
import { openApisContract } from './open-apis.contract.ts'
import { openApisErrors } from './open-apis.errors.ts'

export const openApisFeature = {
  sort: 382,
  contracts: { openApis: openApisContract },
  errors: { openApis: openApisErrors },
  subjects: { openApi: { read: openApisContract.get, change: openApisContract.update } },
  menus: [
    {
      code: 'open.apis',
      parent: 'open',
      sort: 20,
      name: '开放接口',
      icon: 'webhook',
      path: 'open/apis',
      component: 'open/apis',
      hasObjects: true,
      needs: 'openApis:list',
    },
  ],
} as const satisfies Feature

export const openApisWords = {
  openApis: '开放接口',
  'openApi.created': '新增开放接口',
  'openApi.updated': '修改开放接口',
  'openApi.removed': '删除开放接口',
  'openApi.issued': '上线开放接口',
  'openApi.deprecated': '弃用开放接口',
  'openApi.revoked': '下线开放接口',
} as const
