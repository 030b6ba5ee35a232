import { type CellValue, isDate, isError, maxColumns, maxRows } from './cell.ts'
import { isPlain, xmlOfText, xmlText } from './cell-text.ts'
import { toSerial } from './dates.ts'
import { columnLetters } from './references.ts'
import { headerStyle, pickStyle, requiredHeaderStyle } from './styles-xml.ts'
import type { Cell, Column, ColumnFormat, RefusedCell, Row, Sheet } from './workbook.ts'

const isRefused = (cell: Cell): cell is RefusedCell => typeof cell === 'object' && cell !== null && 'fill' in cell

const styled = (style: number) => (style === 0 ? '' : ` s="${style}"`)

/** Spaces at the ends and line breaks are dropped unless they are marked. */
const keptSpace = /^\s|\s$|\n/
const textCell = (place: string, text: string, style: number) => {
  if (isPlain(text)) return `<c r="${place}"${styled(style)} t="inlineStr"><is><t>${text}</t></is></c>`
  const space = keptSpace.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}"${styled(style)} t="inlineStr"><is><t${space}>${xmlOfText(text)}</t></is></c>`
}

const dateCell = (place: string, date: string, format: ColumnFormat, isRed: boolean) => {
  const serial = toSerial(date)
  if (serial === undefined) return textCell(place, date, pickStyle('text', isRed))
  const own = Number.isInteger(serial) ? 'date' : 'datetime'
  const shown = format === 'date' || format === 'datetime' ? format : own
  return `<c r="${place}" s="${pickStyle(shown, isRed)}"><v>${serial}</v></c>`
}

const valueCell = (place: string, value: CellValue, format: ColumnFormat, isRed: boolean): string => {
  const style = pickStyle(format, isRed)
  switch (typeof value) {
    case 'string':
      return value === '' && !isRed ? '' : textCell(place, value, style)
    case 'number':
      if (!Number.isFinite(value)) return `<c r="${place}"${styled(style)} t="e"><v>#NUM!</v></c>`
      return format === 'text'
        ? textCell(place, String(value), style)
        : `<c r="${place}"${styled(style)}><v>${value}</v></c>`
    case 'boolean':
      return `<c r="${place}"${styled(style)} t="b"><v>${value ? 1 : 0}</v></c>`
    default:
      if (value === null) return isRed ? `<c r="${place}" s="${style}"/>` : ''
      if (isDate(value)) return dateCell(place, value.date, format, isRed)
      return isError(value) ? `<c r="${place}"${styled(style)} t="e"><v>${xmlText(value.error)}</v></c>` : ''
  }
}

const cellXml = (place: string, cell: Cell, format: ColumnFormat) =>
  isRefused(cell) ? valueCell(place, cell.value, format, true) : valueCell(place, cell ?? null, format, false)

const rowXml = (row: Row, number: number, letters: readonly string[], formats: readonly ColumnFormat[]) => {
  if (row.length > maxColumns) throw new RangeError(`a row of ${row.length} cells is wider than a sheet`)
  let text = `<row r="${number}">`
  for (let at = 0; at < row.length; at += 1)
    text += cellXml((letters[at] ?? columnLetters(at)) + number, row[at], formats[at] ?? 'general')
  return `${text}</row>`
}

const titles = (columns: readonly Column[], letters: readonly string[]) =>
  `<row r="1">${columns
    .map(({ title, required }, at) => textCell(`${letters[at]}1`, title, required ? requiredHeaderStyle : headerStyle))
    .join('')}</row>`

const widths = (columns: readonly Column[]) =>
  columns.length === 0
    ? ''
    : `<cols>${columns
        .map(
          ({ width = 16, format = 'general' }, at) =>
            `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${pickStyle(format, false)}" customWidth="1"/>`,
        )
        .join('')}</cols>`

const frozenTitles = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
const head = ({ columns, untitled }: Sheet) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetViews><sheetView workbookViewId="0">${untitled ? '' : frozenTitles}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths(columns)}<sheetData>`

/**
 * XML of a sheet by row, a batch of rows at a time. Takes what comes after the rows (checks, notes).
 * @throws RangeError for rows that a sheet cannot hold
 */
export async function* sheetXml(sheet: Sheet, end: string): AsyncGenerator<string[]> {
  const letters = sheet.columns.map((_, at) => columnLetters(at))
  const formats = sheet.columns.map(({ format }) => format ?? 'general')
  let number = 0
  yield [head(sheet)]
  if (!sheet.untitled) {
    number += 1
    yield [titles(sheet.columns, letters)]
  }
  for await (const batch of sheet.rows)
    yield batch.map((row) => {
      number += 1
      if (number > maxRows) throw new RangeError(`a sheet has at most ${maxRows} rows`)
      return rowXml(row, number, letters, formats)
    })
  yield [`</sheetData>${end}</worksheet>`]
}
