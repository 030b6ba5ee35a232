/** Spreadsheets execute cells with such a beginning as a formula. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r])/

const cell = (value: string) => {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Start of a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180); cells that a spreadsheet would run as a formula get a leading apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
