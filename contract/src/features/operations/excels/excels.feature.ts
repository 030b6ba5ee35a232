import type { Feature } from '../../../kernel/feature.ts'
import { excelsContract } from './excels.contract.ts'
import { excelsErrors } from './excels.errors.ts'

export const excelsFeature = {
  sort: 376,
  contracts: { excels: excelsContract },
  errors: { excels: excelsErrors },
  menus: [
    {
      code: 'sys.excels',
      parent: 'settings',
      sort: 40,
      name: 'Excel 模板',
      icon: 'file-spreadsheet',
      path: 'sys/excels',
      component: 'sys/excels',
      needs: 'sysExcels:list',
    },
  ],
} as const satisfies Feature

export const excelsWords = {
  sysExcels: 'Excel 模板',
  'excel.created': '新增 Excel 模板',
  'excel.updated': '修改 Excel 模板',
  'excel.removed': '删除 Excel 模板',
  'excel.columnsChanged': '修改 Excel 模板的列',
} as const
