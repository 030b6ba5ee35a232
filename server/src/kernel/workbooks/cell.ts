/** Wall-clock date or moment, as a sheet shows it: `2026-11-26` or `2026-11-26T09:30:00`. */
export type DateCell = { readonly date: string }
/** What a formula shows instead of a value: `#DIV/0!`. */
export type ErrorCell = { readonly error: string }
export type CellValue = string | number | boolean | null | DateCell | ErrorCell

/** Error of a formula whose result the file lacks, as programs write it that compute nothing. */
export const uncalculated = '#CALC?'

/** Widest and longest sheet of the format, and the longest text of a cell. */
export const maxColumns = 16_384
export const maxRows = 1_048_576
export const maxTextLength = 32_767

export const isDate = (value: CellValue): value is DateCell =>
  typeof value === 'object' && value !== null && 'date' in value
export const isError = (value: CellValue): value is ErrorCell =>
  typeof value === 'object' && value !== null && 'error' in value
