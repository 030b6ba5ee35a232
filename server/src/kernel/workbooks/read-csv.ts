import { originalText } from './cell-text.ts'
import { decodeCsv } from './csv-encoding.ts'
import type { Limits } from './limits.ts'
import type { SheetRow } from './read-sheet.ts'
import type { Source } from './read-xlsx.ts'
import { Refusal } from './refusal.ts'

/** A tab first: hardly any text has one. */
const separators = ['\t', ',', ';'] as const
const maxSampledLines = 10
const quote = 34
const lineFeed = 10
const carriageReturn = 13

/** The separator that a line has most of. */
const mostIn = (line: string) =>
  separators
    .map((separator) => ({ separator, count: line.split(separator).length - 1 }))
    .reduce((best, one) => (one.count > best.count ? one : best))

/**
 * The separator that the first line has most of, outside quotes. A line without one may be the name of the whole: then
 * that of two lines which have it equally often.
 */
const detectSeparator = (start: string): string => {
  const found = start
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .slice(0, maxSampledLines)
    .map(mostIn)
  const isLike = (one: ReturnType<typeof mostIn>, other: ReturnType<typeof mostIn> | undefined) =>
    one.count > 0 && one.count === other?.count && one.separator === other.separator
  const first = found.find((one, at) => (at === 0 ? one.count > 0 : isLike(one, found[at + 1])))
  return first?.separator ?? ','
}

/** Excel's own line that names the separator. */
const namedSeparator = /^sep=(.)\r?\n/i

/** `="00123"`: a formula that only says that a text is one. */
const quotedText = /^="((?:[^"]|"")*)"$/
const textOfCell = (text: string): string => {
  const [, quoted] = text.startsWith('="') ? (quotedText.exec(text) ?? []) : []
  return quoted === undefined ? originalText(text) : quoted.replaceAll('""', '"')
}

/** RFC 4180, a piece of text at a time. Quotes inside an unquoted cell are letters. */
class CsvParser {
  rows: SheetRow[] = []
  width = 0
  private readonly separator: number
  private readonly limits: Limits
  private number = 1
  private cells: string[] = []
  private text = ''
  private state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start'
  private isAfterReturn = false
  private count = 0
  private quotedSince = 0

  constructor(separator: string, limits: Limits) {
    this.separator = separator.charCodeAt(0)
    this.limits = limits
  }

  write(piece: string) {
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const unit = piece.charCodeAt(at)
      if (this.isAfterReturn) {
        this.isAfterReturn = false
        if (unit === lineFeed) {
          from = at + 1
          continue
        }
      }
      if (this.isPartOfCell(unit)) continue
      this.take(piece.slice(from, at))
      from = at + 1
      this.act(unit)
    }
    this.take(piece.slice(from))
  }
  private isPartOfCell(unit: number) {
    if (unit === 0) throw new Refusal('notAWorkbook')
    if (this.state === 'quoted') return unit !== quote
    if (unit === quote) return this.state === 'plain'
    if (unit === this.separator || unit === lineFeed || unit === carriageReturn) return false
    this.state = 'plain'
    return true
  }
  private take(piece: string) {
    if (piece === '') return
    this.text += piece
    const { textLength } = this.limits
    // A quote that was never closed makes one cell of all the rest.
    if (this.text.length > textLength)
      throw this.state === 'quoted'
        ? new Refusal('openQuote', { row: this.quotedSince })
        : new Refusal('textTooLong', { row: this.number, column: this.cells.length + 1, limit: textLength })
  }
  private act(unit: number) {
    if (unit !== quote) return this.endCell(unit)
    if (this.state === 'quoted') this.state = 'quoteInQuoted'
    else {
      if (this.state === 'quoteInQuoted') this.text += '"'
      else this.quotedSince = this.number
      this.state = 'quoted'
    }
  }
  private endCell(unit: number) {
    const { columns, cells } = this.limits
    if (this.cells.length >= columns) throw new Refusal('tooManyColumns', { row: this.number, limit: columns })
    if (this.text !== '') this.count += 1
    if (this.count > cells) throw new Refusal('tooManyCells', { limit: cells })
    this.cells.push(this.text)
    this.text = ''
    this.state = 'start'
    if (unit === this.separator) return
    this.isAfterReturn = unit === carriageReturn
    this.endRow()
  }
  private endRow() {
    const { cells } = this
    this.cells = []
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) {
      if (this.number > this.limits.rows) throw new Refusal('tooManyRows', { limit: this.limits.rows })
      this.rows.push({ number: this.number, cells: cells.map((text) => textOfCell(text) || null) })
      this.width += cells.length
    }
    this.number += 1
  }
  end() {
    if (this.state === 'quoted') throw new Refusal('openQuote', { row: this.quotedSince })
    if (this.text !== '' || this.cells.length > 0 || this.state !== 'start') this.endCell(lineFeed)
  }
}

const batchRows = 1_000
const batchCells = 20_000
const sampleLength = 64 * 1024

async function* readRows(path: string, start: Uint8Array, limits: Limits): AsyncGenerator<SheetRow[]> {
  let parser: CsvParser | undefined
  let sample = ''
  const begin = () => {
    const named = namedSeparator.exec(sample)
    const created = new CsvParser(named?.[1] ?? detectSeparator(sample), limits)
    created.write(sample.slice(named?.[0].length ?? 0))
    sample = ''
    return created
  }
  for await (const piece of await decodeCsv(path, start)) {
    if (parser) parser.write(piece)
    else {
      sample += piece
      if (sample.length >= sampleLength) parser = begin()
    }
    if (!parser || (parser.rows.length < batchRows && parser.width < batchCells)) continue
    const { rows } = parser
    parser.rows = []
    parser.width = 0
    yield rows
  }
  parser ??= begin()
  parser.end()
  if (parser.rows.length > 0) yield parser.rows
}

/** A CSV file as a workbook with one sheet without a name, whose cells are all texts. */
export const openCsv = (path: string, start: Uint8Array, limits: Limits): Source => ({
  sheets: [{ name: '', hidden: false }],
  rows: async function* () {
    yield* readRows(path, start, limits)
    return undefined
  },
  close: () => undefined,
})
