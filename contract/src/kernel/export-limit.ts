import type { ErrorSpec } from './errors.ts'
import { t } from './texts.ts'

/** Maximum number of rows in an export; a sheet of a workbook holds little more. */
export const maxExportRows = 1_000_000

export const exportErrors = {
  tooManyExported: {
    code: 417,
    get msg() {
      return t('符合条件的记录超过 {maxExportRows} 万条，请缩小范围后再导出', { maxExportRows: maxExportRows / 10_000 })
    },
  },
  noColumns: { code: 400, msg: '所选的列均无权查看，请重新选择' },
} as const satisfies Record<string, ErrorSpec>
