import type { Feature } from '../../../kernel/feature.ts'
import { uploadsContract } from './uploads.contract.ts'
import { uploadsErrors } from './uploads.errors.ts'

export const uploadsFeature = {
  sort: 370,
  contracts: { uploads: uploadsContract },
  errors: { uploads: uploadsErrors },
  menus: [
    {
      code: 'sys.uploads',
      parent: 'content',
      sort: 90,
      name: '已上传文件',
      icon: 'upload',
      path: 'sys/uploads',
      component: 'sys/uploads',
      needs: 'sysUploads:list',
    },
  ],
} as const satisfies Feature

export const uploadsWords = {
  sysUploads: '已上传文件',
  'file.uploaded': '上传文件',
  'file.cancelled': '取消上传文件',
  'file.rescanned': '重新查毒',
  'file.removed': '删除文件',
} as const
