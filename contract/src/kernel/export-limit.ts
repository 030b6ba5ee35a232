import type { ErrorSpec } from './errors.ts'
import { roundNumberText } from './round-number-text.ts'
import { t } from './texts.ts'

/** Maximum number of rows in an export; a sheet of a workbook holds little more. */
export const maxExportRows = 1_000_000

export const exportErrors = {
  tooManyExported: {
    code: 417,
    get msg() {
      return t('符合条件的记录超过 {most}条，请缩小范围后再导出', { most: roundNumberText(maxExportRows) })
    },
  },
  noColumns: { code: 400, msg: '所选的列均无权查看，请重新选择' },
} as const satisfies Record<string, ErrorSpec>
