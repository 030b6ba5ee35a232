import type { SubjectKind } from '@atrium/contract/features/content/documents/document-fields.ts'
import { accessLevels, levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'

export const levelOptions = accessLevels.map((value) => ({ value, label: levelNames[value] }))

export const kindNames: Readonly<Record<SubjectKind, string>> = {
  everyone: '本公司所有用户',
  role: '角色',
  organization: '组织，含下级',
  user: '人员',
}

/** The number of a version in words. */
export const versionText = (number: number): string => `第 ${number} 版`
