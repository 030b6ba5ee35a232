import type { Feature } from '../../../kernel/feature.ts'
import { bulkContract } from './bulk.contract.ts'
import { bulkErrors } from './bulk.errors.ts'

export const bulkFeature = {
  sort: 384,
  contracts: { bulk: bulkContract },
  errors: { bulk: bulkErrors },
  entities: { bulkAcross: 'bulk', bulkPasswords: 'bulk' },
} as const satisfies Feature

export const bulkWords = {
  sysBulks: '批量操作',
  'bulk.applied': '执行批量操作',
  'bulkPasswords.downloaded': '下载批量重置的密码',
  'bulkAcross.applied': '执行跨公司批量操作',
} as const
