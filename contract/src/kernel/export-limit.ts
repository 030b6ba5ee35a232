import type { ErrorSpec } from './errors.ts'

/** More rows of a list than this are not exported at once. */
export const maxExported = 100_000

export const exportErrors = {
  tooManyExported: { code: 417, msg: `符合条件的超过 ${maxExported / 10_000} 万条，请用搜索和筛选缩小范围后再导出` },
} as const satisfies Record<string, ErrorSpec>
