import { type CellValue, uncalculated } from './cell.ts'
import { originalText, unescapeText } from './cell-text.ts'
import { dateOfSerial } from './dates.ts'
import type { Limits } from './limits.ts'
import { type Attributes, parseXml } from './parse-xml.ts'
import { placeOf, rowOf } from './references.ts'
import { Refusal } from './refusal.ts'
import type { SharedStrings } from './shared-strings.ts'

/** A row that has content, with its number in the sheet, from 1. Cells behind the last one with content are left out. */
export type SheetRow = { readonly number: number; readonly cells: readonly CellValue[] }

/** What the cells of all sheets refer to. */
export type Shared = {
  readonly strings: SharedStrings | undefined
  readonly dateStyles: readonly boolean[]
  readonly is1904: boolean
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/
const dateOfText = (text: string): CellValue => {
  const [, day, time] = isoDate.exec(text) ?? []
  if (day === undefined) return text
  return { date: time === undefined || time === '00:00:00' ? day : `${day}T${time}` }
}

const numberOf = (text: string): number => {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new Refusal('damaged')
  return number
}
const numberOrDate = (text: string, isDate: boolean, is1904: boolean): CellValue => {
  const number = numberOf(text)
  const date = isDate ? dateOfSerial(number, is1904) : undefined
  if (date === undefined) return number
  return date.length === 8 ? date : { date }
}

const longestError = 100
type RawCell = { type: string; style: number; text: string; hasValue: boolean; hasFormula: boolean }

const assertLength = (text: string, { textLength }: Limits): string => {
  if (text.length > textLength) throw new Refusal('textTooLong', { limit: textLength })
  return text
}
const ownText = (text: string, limits: Limits) => originalText(assertLength(unescapeText(text), limits)) || null

/** The value of a cell; null if it is empty. */
const valueOfCell = (cell: RawCell, shared: Shared, limits: Limits): CellValue => {
  const { type, text, style, hasValue, hasFormula } = cell
  if (type === 'inlineStr') return ownText(text, limits)
  if (text === '') return hasFormula && !hasValue ? { error: uncalculated } : null
  switch (type) {
    case 'n':
      return numberOrDate(text, shared.dateStyles[style] === true, shared.is1904)
    case 's':
      if (!shared.strings) throw new Refusal('damaged')
      return assertLength(shared.strings.get(numberOf(text)), limits) || null
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

/** Turns elements into rows, in their order. */
class RowBuilder {
  rows: SheetRow[] = []
  /** Weight of the rows at hand. */
  width = 0
  private readonly shared: Shared
  private readonly limits: Limits
  private isInData = false
  private number = 0
  private column = -1
  private cells: CellValue[] = []
  private cell: RawCell | undefined
  private isText = false
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
    if (!this.isInData) return
    if (name === 'c') this.openCell(attributes)
    else if (name === 'row') this.openRow(attributes.r)
    else if (this.cell) this.openContent(this.cell, name)
  }
  private openRow(reference: string | undefined) {
    const number = reference === undefined ? this.number + 1 : rowOf(reference)
    if (reference !== undefined && !/^\d+$/.test(reference)) throw new Refusal('damaged')
    if (number === undefined || number > this.limits.rows) throw new Refusal('tooManyRows', { limit: this.limits.rows })
    // Programs that take the first or the last of two would read different sheets.
    if (number <= this.number) throw new Refusal('damaged')
    this.number = number
    this.column = -1
    this.cells = []
  }
  private openCell({ r, t, s }: Attributes) {
    if (this.cell || this.number === 0) throw new Refusal('damaged')
    const place = r === undefined ? { column: this.column + 1, row: this.number } : placeOf(r)
    if (!place || place.row !== this.number || place.column <= this.column) throw new Refusal('damaged')
    this.column = place.column
    this.cell = { type: t ?? 'n', style: Number(s ?? 0), text: '', hasValue: false, hasFormula: false }
  }
  private openContent(cell: RawCell, name: string) {
    if (name === 'v') {
      cell.hasValue = true
      this.isText = true
    } else if (name === 't') this.isText = this.phonetic === 0 && cell.type === 'inlineStr'
    else if (name === 'f') cell.hasFormula = true
    else if (name === 'rPh') this.phonetic += 1
  }

  text(piece: string) {
    if (!this.isText || !this.cell) return
    this.cell.text += piece
    // An escaped sign takes seven.
    if (this.cell.text.length > 7 * this.limits.textLength)
      throw new Refusal('textTooLong', { limit: this.limits.textLength })
  }

  close(name: string) {
    if (name === 'v' || name === 't') this.isText = false
    else if (name === 'c' && this.cell) this.closeCell(this.cell)
    else if (name === 'row' && this.isInData) this.closeRow()
    else if (name === 'rPh') this.phonetic -= 1
    else if (name === 'sheetData') this.isInData = false
  }
  private closeCell(cell: RawCell) {
    this.cell = undefined
    const value = valueOfCell(cell, this.shared, this.limits)
    if (value === null) return
    const { columns, cells } = this.limits
    if (this.column >= columns) throw new Refusal('tooManyColumns', { limit: columns })
    this.count += 1
    if (this.count > cells) throw new Refusal('tooManyCells', { limit: cells })
    while (this.cells.length < this.column) this.cells.push(null)
    this.cells.push(value)
  }
  private closeRow() {
    if (this.cells.length > 0) {
      this.rows.push({ number: this.number, cells: this.cells })
      this.width += this.cells.length
    }
    this.column = -1
  }
}

const batchRows = 1_000
const batchCells = 20_000

/**
 * The rows of a sheet, in batches. Its announced dimension is not believed: rows and cells count as they come.
 * @throws Refusal with the place where it was met
 */
export async function* readSheet(
  part: AsyncIterable<Uint8Array>,
  shared: Shared,
  limits: Limits,
): AsyncGenerator<SheetRow[]> {
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
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.reason, { ...error.place, ...builder.place }) : error
  }
}
