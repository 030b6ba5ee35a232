import type { Feature } from '../../../kernel/feature.ts'
import { importsContract } from './imports.contract.ts'
import { importsErrors } from './imports.errors.ts'

export const importsFeature = {
  sort: 377,
  contracts: { imports: importsContract },
  errors: { imports: importsErrors },
} as const satisfies Feature

export const importsWords = {
  'import.uploaded': '上传导入文件',
  'import.mapped': '修改导入的列对应',
  'import.checked': '试运行导入',
  'import.applied': '导入数据',
  'import.removed': '删除导入记录',
} as const
