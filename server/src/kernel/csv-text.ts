import { inertText } from './workbooks/cell-text.ts'

/** A number is no text that could be a formula, whatever its sign. */
const cell = (value: string | number) => {
  const safe = typeof value === 'number' ? String(value) : inertText(value)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Start of a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180); texts that a spreadsheet would run as a formula get a leading apostrophe. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`
