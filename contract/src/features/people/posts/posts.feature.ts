import type { Feature } from '../../../kernel/feature.ts'
import { postsContract } from './posts.contract.ts'
import { postsErrors } from './posts.errors.ts'
import { postSheet } from './posts.sheet.ts'

export const postsFeature = {
  sort: 290,
  contracts: { posts: postsContract },
  errors: { posts: postsErrors },
  fieldWords: [postSheet],
  menus: [
    {
      code: 'sys.posts',
      parent: 'people',
      sort: 30,
      name: '岗位管理',
      icon: 'briefcase',
      path: 'sys/posts',
      component: 'sys/posts',
      needs: 'sysPosts:list',
    },
  ],
} as const satisfies Feature

export const postsWords = {
  sysPosts: '岗位管理',
  'post.created': '新增岗位',
  'post.updated': '修改岗位',
  'post.removed': '删除岗位',
  'posts.exported': '导出岗位',
} as const
