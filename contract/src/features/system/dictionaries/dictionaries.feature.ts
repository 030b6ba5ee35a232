import type { Feature } from '../../../kernel/feature.ts'
import { dictionariesContract } from './dictionaries.contract.ts'
import { dictionariesErrors } from './dictionaries.errors.ts'
import { dictionaryQueryContract } from './dictionary-query.contract.ts'

export const dictionariesFeature = {
  sort: 315,
  contracts: { dictionaries: dictionariesContract, dictionaryQuery: dictionaryQueryContract },
  errors: { dictionaries: dictionariesErrors },
  menus: [
    {
      code: 'sys.dicts',
      parent: 'settings',
      sort: 20,
      name: '字典管理',
      icon: 'book-open',
      path: 'sys/dicts',
      component: 'sys/dicts',
      needs: 'sysDicts:list',
    },
  ],
} as const satisfies Feature

export const dictionariesWords = {
  sysDicts: '字典管理',
  'dictItem.created': '新增字典项',
  'dictItem.updated': '修改字典项',
  'dictItem.removed': '删除字典项',
  'dictItems.exported': '导出字典项',
  'dictItem.adjusted': '调整字典项',
  'dictItem.restored': '恢复字典项',
  'dictGroup.created': '新增字典分组',
  'dictGroup.updated': '修改字典分组',
  'dictGroup.removed': '删除字典分组',
} as const
