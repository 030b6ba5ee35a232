/** Spreadsheets run what begins like this as a formula (threat T18). */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r])/

const cell = (value: string) => {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a CSV file begins with, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180); cells a spreadsheet would run as a formula get an apostrophe in front. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
