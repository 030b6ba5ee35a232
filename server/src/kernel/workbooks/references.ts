import { maxColumns, maxRows } from './cell.ts'

const letters = 26
const codeOfA = 65

/** Letters of a column: 0 is `A`, 26 is `AA`. */
export const columnLetters = (column: number): string => {
  let text = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / letters))
    text = String.fromCharCode(codeOfA + ((rest - 1) % letters)) + text
  return text
}

/**
 * Column and row of a reference such as `AB12`: 0-based column, 1-based row.
 * @returns undefined for anything else, and for places outside a sheet
 */
export const parseReference = (reference: string): { column: number; row: number } | undefined => {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - codeOfA
    if (letter < 0 || letter >= letters) break
    column = column * letters + letter + 1
    if (column > maxColumns) return undefined
  }
  const row = parseRow(reference.slice(at))
  return column === 0 || row === undefined ? undefined : { column: column - 1, row }
}

/** A row number; undefined for text that is none, and beyond the last row of a sheet. */
export const parseRow = (text: string): number | undefined => {
  if (!/^[1-9]\d{0,6}$/.test(text)) return undefined
  const row = Number(text)
  return row <= maxRows ? row : undefined
}

/** The last row of a range such as `A1:B2`; undefined for anything else. */
export const parseLastRow = (range: string): number | undefined =>
  parseReference(range.slice(range.indexOf(':') + 1))?.row
