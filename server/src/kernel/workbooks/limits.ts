import { maxRows, maxTextLength } from './cell.ts'

const megabyte = 1024 * 1024

/** What one file may cost. Each limit has a refusal of its own. */
export const defaultLimits = {
  fileBytes: 100 * megabyte,
  /** Parts of the zip. */
  entries: 2_000,
  /** Of all parts together, as the zip announces them; what is inflated is held to the announcement. */
  inflatedBytes: 1024 * megabyte,
  /** Inflated to compressed, beyond `freeBytes`. Sheets of real data reach 30. */
  ratio: 100,
  freeBytes: 16 * megabyte,
  /** Of a part that is not rows or texts: the list of sheets, styles. */
  smallPartBytes: 16 * megabyte,
  sheets: 200,
  rows: maxRows,
  columns: 1_000,
  cells: 20_000_000,
  sharedStrings: 10_000_000,
  /** Texts of the workbook beyond this lie in a temporary file. */
  sharedBytes: 32 * megabyte,
  textLength: maxTextLength,
  /** XML between two elements. */
  nodeBytes: megabyte,
  nesting: 64,
  /** Time for which callers wait, all in all. */
  workMs: 120_000,
  heapMb: 256,
}
export type Limits = Readonly<typeof defaultLimits>
