import type { Feature } from '../../../kernel/feature.ts'
import { tagsContract } from './tags.contract.ts'
import { tagsErrors } from './tags.errors.ts'

export const tagsFeature = {
  sort: 376,
  contracts: { tags: tagsContract },
  errors: { tags: tagsErrors },
  menus: [
    {
      code: 'sys.tags',
      parent: 'settings',
      sort: 28,
      name: '标签管理',
      icon: 'tag',
      path: 'sys/tags',
      component: 'sys/tags',
      needs: 'sysTags:list',
    },
  ],
} as const satisfies Feature

export const tagsWords = {
  sysTags: '标签管理',
  'tag.created': '新增标签',
  'tag.updated': '重命名标签',
  'tag.removed': '删除标签',
  'tag.merged': '合并标签',
  'tag.attached': '为对象添加标签',
  'tag.detached': '移除对象的标签',
} as const
