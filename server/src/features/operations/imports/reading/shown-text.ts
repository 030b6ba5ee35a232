import type { CellValue } from '../../../../kernel/workbooks/cell.ts'
import { toText } from '../../../../kernel/workbooks/cell-values.ts'

const maxLength = 100

/** A text as the database can hold it, cut to what is shown of it. */
export const shownText = (text: string, length = maxLength): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed()

/** What a cell shows; empty for none. */
export const shownCell = (cell: CellValue | undefined): string =>
  cell === undefined ? '' : shownText(toText(cell) ?? '')
