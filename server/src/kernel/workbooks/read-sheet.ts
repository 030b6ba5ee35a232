import { type CellValue, uncalculated } from './cell.ts'
import { originalText, unescapeText } from './cell-text.ts'
import { dateOfSerial, durationOfSerial } from './dates.ts'
import type { Limits } from './limits.ts'
import type { NumberFormat } from './number-formats.ts'
import { type Attributes, parseXml } from './parse-xml.ts'
import { parseLastRow, parseReference, parseRow } from './references.ts'
import { Refusal } from './refusal.ts'
import type { SharedStrings } from './shared-strings.ts'

/** A row that has content, with its number in the sheet, from 1. Cells behind the last one with content are left out. */
export type SheetRow = {
  readonly number: number
  readonly cells: readonly CellValue[]
  /** Hidden by hand or by a filter. */
  readonly hidden?: true
}
/** What a sheet shows otherwise than its values say. */
export type SheetRemarks = {
  /** The last row of each group of merged cells, of which the first alone has a value. */
  readonly merged: readonly number[]
  /** Numbers that were read with the leading zeros that their format shows. */
  readonly zeroPadded: number
}

/** What the cells of all sheets refer to. */
export type Shared = {
  readonly strings: SharedStrings | undefined
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/
const dateOfText = (text: string): CellValue => {
  const [, day, time] = isoDate.exec(text) ?? []
  if (day === undefined) return text
  return { date: time === undefined || time === '00:00:00' ? day : `${day}T${time}` }
}

const parseNumber = (text: string): number => {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new Refusal('damaged')
  return number
}
/** A number as its cell shows it, where that is a date, a duration or has leading zeros. */
const shownNumber = (number: number, format: NumberFormat, is1904: boolean): CellValue => {
  if (format === undefined) return number
  if (format === 'duration') return durationOfSerial(number) ?? number
  if (format !== 'date') return zeroPadded(number, format.digits)
  const date = dateOfSerial(number, is1904)
  if (date === undefined) return number
  return date.length === 8 ? date : { date }
}
const zeroPadded = (number: number, digits: number): CellValue =>
  Number.isSafeInteger(number) && number >= 0 && number < 10 ** (digits - 1)
    ? String(number).padStart(digits, '0')
    : number

const longestError = 100
/** Merged cells beyond these are not counted. */
const maxMerged = 10_000
/** Truth as an attribute says it. */
export const isTrue = (word: string | undefined): boolean => /^(1|true|on)$/.test(word ?? '')
type RawCell = {
  type: string
  style: number
  /** Of `v`, and of an inline string. */
  text: string
  inline: string | undefined
  hasValue: boolean
  hasFormula: boolean
}

const assertLength = (text: string, { textLength }: Limits): string => {
  if (text.length > textLength) throw new Refusal('textTooLong', { limit: textLength })
  return text
}
const ownText = (text: string, limits: Limits) => originalText(assertLength(unescapeText(text), limits)) || null

/** The value of a cell; null if it is empty. */
const valueOfCell = (cell: RawCell, shared: Shared, limits: Limits): CellValue => {
  const { type, text, style, hasValue, hasFormula } = cell
  if (type === 'inlineStr') return ownText(cell.inline ?? text, limits)
  // The result of a formula may be an empty text, and nothing else that is empty.
  if (text === '') return hasFormula && !(hasValue && type === 'str') ? { error: uncalculated } : null
  switch (type) {
    case 'n':
      return shownNumber(parseNumber(text), shared.formats[style], shared.is1904)
    case 's':
      if (!shared.strings) throw new Refusal('damaged')
      return assertLength(shared.strings.get(parseNumber(text)), limits) || null
    case 'str':
      return ownText(text, limits)
    case 'b':
      return text === '1' || text === 'true'
    case 'e':
      return { error: text.slice(0, longestError) }
    case 'd':
      return dateOfText(text)
    default:
      throw new Refusal('damaged')
  }
}

const isZeroPadded = ({ type, style }: RawCell, value: CellValue, { formats }: Shared) =>
  type === 'n' && typeof value === 'string' && typeof formats[style] === 'object'

/** Turns elements into rows, in their order. */
class RowBuilder {
  rows: SheetRow[] = []
  /** Weight of the rows at hand. */
  width = 0
  readonly remarks: { merged: number[]; zeroPadded: number } = { merged: [], zeroPadded: 0 }
  private readonly shared: Shared
  private readonly limits: Limits
  private isInData = false
  private number = 0
  private column = -1
  private cells: CellValue[] = []
  private cell: RawCell | undefined
  private reading: 'value' | 'inline' | undefined
  private isHidden = false
  private phonetic = 0
  private count = 0

  constructor(shared: Shared, limits: Limits) {
    this.shared = shared
    this.limits = limits
  }

  get place() {
    return { row: this.number, ...(this.column >= 0 && { column: this.column + 1 }) }
  }

  open(name: string, attributes: Attributes) {
    if (name === 'sheetData') this.isInData = true
    if (!this.isInData) {
      if (name === 'mergeCell') this.merge(attributes.ref)
      return
    }
    if (name === 'c') this.openCell(attributes)
    else if (name === 'row') this.openRow(attributes)
    else if (this.cell) this.openContent(this.cell, name)
  }
  private merge(range = '') {
    const last = parseLastRow(range)
    if (last !== undefined && this.remarks.merged.length < maxMerged) this.remarks.merged.push(last)
  }
  private openRow({ r: reference, hidden }: Attributes) {
    const number = reference === undefined ? this.number + 1 : parseRow(reference)
    if (reference !== undefined && !/^\d+$/.test(reference)) throw new Refusal('damaged')
    if (number === undefined || number > this.limits.rows) throw new Refusal('tooManyRows', { limit: this.limits.rows })
    // Programs that take the first or the last of two would read different sheets.
    if (number <= this.number) throw new Refusal('damaged')
    this.number = number
    this.isHidden = isTrue(hidden)
    this.column = -1
    this.cells = []
  }
  private openCell({ r, t, s }: Attributes) {
    if (this.cell || this.number === 0) throw new Refusal('damaged')
    const place = r === undefined ? { column: this.column + 1, row: this.number } : parseReference(r)
    if (!place || place.row !== this.number || place.column <= this.column) throw new Refusal('damaged')
    this.column = place.column
    this.cell = {
      type: t ?? 'n',
      style: Number(s ?? 0),
      text: '',
      inline: undefined,
      hasValue: false,
      hasFormula: false,
    }
  }
  private openContent(cell: RawCell, name: string) {
    if (name === 'v') {
      cell.hasValue = true
      this.reading = 'value'
    } else if (name === 't' && cell.type === 'inlineStr') {
      cell.inline ??= ''
      if (this.phonetic === 0) this.reading = 'inline'
    } else if (name === 'f') cell.hasFormula = true
    else if (name === 'rPh') this.phonetic += 1
  }

  text(piece: string) {
    if (!this.reading || !this.cell) return
    if (this.reading === 'value') this.cell.text += piece
    else this.cell.inline = (this.cell.inline ?? '') + piece
    // An escaped sign takes seven.
    if (this.cell.text.length + (this.cell.inline?.length ?? 0) > 7 * this.limits.textLength)
      throw new Refusal('textTooLong', { limit: this.limits.textLength })
  }

  close(name: string) {
    if (name === 'v' || name === 't') this.reading = undefined
    else if (name === 'c' && this.cell) this.closeCell(this.cell)
    else if (name === 'row' && this.isInData) this.closeRow()
    else if (name === 'rPh') this.phonetic -= 1
    else if (name === 'sheetData') this.isInData = false
  }
  private closeCell(cell: RawCell) {
    this.cell = undefined
    const value = valueOfCell(cell, this.shared, this.limits)
    if (value === null) return
    if (isZeroPadded(cell, value, this.shared)) this.remarks.zeroPadded += 1
    const { columns, cells } = this.limits
    if (this.column >= columns) throw new Refusal('tooManyColumns', { limit: columns })
    this.count += 1
    if (this.count > cells) throw new Refusal('tooManyCells', { limit: cells })
    while (this.cells.length < this.column) this.cells.push(null)
    this.cells.push(value)
  }
  private closeRow() {
    if (this.cells.length > 0) {
      this.rows.push({ number: this.number, cells: this.cells, ...(this.isHidden && { hidden: true }) })
      this.width += this.cells.length
    }
    this.column = -1
  }
}

const batchRows = 1_000
const batchCells = 20_000

/**
 * The rows of a sheet, in batches, and at the end what it shows otherwise. Its announced dimension is not believed: rows
 * and cells count as they come.
 * @throws Refusal with the place where it was met
 */
export async function* readSheet(
  part: AsyncIterable<Uint8Array>,
  shared: Shared,
  limits: Limits,
): AsyncGenerator<SheetRow[], SheetRemarks> {
  const builder = new RowBuilder(shared, limits)
  const handlers = {
    open: (name: string, attributes: Attributes) => builder.open(name, attributes),
    close: (name: string) => builder.close(name),
    text: (piece: string) => builder.text(piece),
  }
  try {
    for await (const _ of parseXml(part, 'worksheet', handlers, limits)) {
      if (builder.rows.length < batchRows && builder.width < batchCells) continue
      const { rows } = builder
      builder.rows = []
      builder.width = 0
      yield rows
    }
    if (builder.rows.length > 0) yield builder.rows
    return builder.remarks
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.reason, { ...error.place, ...builder.place }) : error
  }
}
