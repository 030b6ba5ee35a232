import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { t } from '../../../ui/texts.ts'

export const modeNames: Readonly<Record<ExcelMode, string>> = {
  upsert: t('新增或修改'),
  insert: t('仅新增'),
  update: t('仅修改'),
}
export const statusNames = { 1: t('启用'), 0: t('停用') } as const
