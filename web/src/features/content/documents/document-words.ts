import type { SubjectKind } from '@atrium/contract/features/content/documents/document-fields.ts'
import { accessLevels, levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { t } from '../../../ui/texts.ts'

export const levelOptions = accessLevels.map((value) => ({ value, label: t(levelNames[value]) }))

export const kindNames: Readonly<Record<SubjectKind, string>> = {
  everyone: t('本公司所有用户'),
  role: t('角色'),
  organization: t('组织，含下级'),
  user: t('人员', { context: 'one' }),
}

/** The number of a version in words. */
export const versionText = (number: number): string => t('第 {number} 版', { number })
