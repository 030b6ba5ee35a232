import type { ErrorSpec } from './errors.ts'

/** Maximum number of rows in an export. */
export const maxExportRows = 100_000

export const exportErrors = {
  tooManyExported: { code: 417, msg: `符合条件的记录超过 ${maxExportRows / 10_000} 万条，请缩小范围后再导出` },
} as const satisfies Record<string, ErrorSpec>
