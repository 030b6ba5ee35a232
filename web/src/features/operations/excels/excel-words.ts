import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'

export const modeNames: Readonly<Record<ExcelMode, string>> = {
  upsert: '新增或修改',
  insert: '仅新增',
  update: '仅修改',
}
export const statusNames = { 1: '启用', 0: '停用' } as const
