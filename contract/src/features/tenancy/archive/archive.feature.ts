import type { Feature } from '../../../kernel/feature.ts'
import { archiveContract } from './archive.contract.ts'

export const archiveFeature = {
  sort: 210,
  contracts: { archive: archiveContract },
} as const satisfies Feature

export const archiveWords = {
  'tenant.erased': '删除已注销的租户',
  'tenant.exported': '导出公司数据',
} as const
