import type { Feature } from '../../../kernel/feature.ts'
import { customFieldsContract } from './custom-fields.contract.ts'
import { customFieldsErrors } from './custom-fields.errors.ts'
import { offeredFieldsContract } from './offered-fields.contract.ts'

export const customFieldsFeature = {
  sort: 319,
  contracts: { customFields: customFieldsContract, offeredFields: offeredFieldsContract },
  errors: { customFields: customFieldsErrors },
  menus: [
    {
      code: 'sys.customFields',
      parent: 'settings',
      sort: 25,
      name: '自定义字段',
      icon: 'tag',
      path: 'sys/custom-fields',
      component: 'sys/custom-fields',
      needs: 'sysCustomFields:list',
    },
  ],
} as const satisfies Feature

export const customFieldsWords = {
  sysCustomFields: '自定义字段',
  'customField.created': '新增自定义字段',
  'customField.updated': '修改自定义字段',
  'customField.removed': '删除自定义字段',
  'customField.limited': '设置自定义字段的可见角色',
} as const
