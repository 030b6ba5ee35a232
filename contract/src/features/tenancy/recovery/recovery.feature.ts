import type { Feature } from '../../../kernel/feature.ts'
import { recoveryContract } from './recovery.contract.ts'
import { recoveryErrors } from './recovery.errors.ts'

export const recoveryFeature = {
  sort: 211,
  contracts: { recovery: recoveryContract },
  errors: { recovery: recoveryErrors },
  entities: { archive: 'company' },
  automatic: { 'archivedRow.restored': 'sysCompanys', 'archivedRow.reverted': 'sysCompanys' },
} as const satisfies Feature

export const recoveryWords = {
  'archive.compared': '比较公司数据',
  'archive.uploaded': '上传档案并比较公司数据',
  'archive.restored': '由档案恢复公司数据',
  'archive.cloned': '由档案克隆试用公司',
  'archivedRow.restored': '由档案恢复数据',
  'archivedRow.reverted': '撤销由档案恢复的数据',
} as const
