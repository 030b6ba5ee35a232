import type { ColumnFormat } from './workbook.ts'

/** Ids below 164 are built into every program. */
const numberFormats = { general: 0, text: 49, integer: 1, decimal2: 2, percent: 10, date: 164, datetime: 165 } as const
const formatNames = Object.keys(numberFormats) as ColumnFormat[]
const fills = { none: 0, header: 2, red: 3 } as const

const styleIds = Object.fromEntries(formatNames.map((format, at) => [format, at])) as Record<ColumnFormat, number>
/** Index of a cell's style in `stylesXml`. */
export const pickStyle = (format: ColumnFormat, isRed: boolean): number =>
  styleIds[format] + (isRed ? formatNames.length : 0)
export const headerStyle = 2 * formatNames.length
export const requiredHeaderStyle = headerStyle + 1

const xf = (format: number, font: number, fill: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`
const solid = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const font = (extra: string) => `<font>${extra}<sz val="11"/><name val="等线"/><family val="2"/></font>`
const cellStyles = [
  ...[fills.none, fills.red].flatMap((fill) => formatNames.map((format) => xf(numberFormats[format], 0, fill))),
  ...[1, 2].map((bold) => xf(numberFormats.text, bold, fills.header)),
]

/** The styles of every workbook: each format, plain and red, and the two kinds of titles. */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3">${font('')}${font('<b/>')}<font><b/><sz val="11"/><color rgb="FFC00000"/><name val="等线"/><family val="2"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFE9EDF4')}${solid('FFFFC7CE')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
