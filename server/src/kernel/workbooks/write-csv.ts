import { Readable } from 'node:stream'
import { t } from '@atrium/contract/kernel/texts.ts'
import { keepContext } from '../call-context.ts'
import { byteOrderMark, csvLine } from '../csv-text.ts'
import { isDate, isError } from './cell.ts'
import { encodeTexts } from './encode-texts.ts'
import type { Cell, RowBatches } from './workbook.ts'

const csvCell = (cell: Cell): string | number => {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'boolean') return cell ? t('是') : t('否')
  if (typeof cell !== 'object') return cell
  if ('fill' in cell) return csvCell(cell.value)
  if (isDate(cell)) return cell.date.replace('T', ' ')
  return isError(cell) ? cell.error : ''
}

async function* lines(titles: readonly string[], rows: RowBatches) {
  yield [byteOrderMark + csvLine(titles)]
  for await (const batch of rows) yield batch.map((row) => csvLine(row.map(csvCell)))
}

/**
 * Writes a CSV file while its rows are read: UTF-8 with a byte order mark, and texts that a spreadsheet would run
 * behind an apostrophe. Dates are written as `2026-11-26 09:30:00`, truth as 是 and 否 in the language of its maker.
 */
export const writeCsv = (titles: readonly string[], rows: RowBatches): Readable =>
  Readable.from(encodeTexts(lines(titles, keepContext(rows))), { objectMode: false })
