import type { Readable } from 'node:stream'
import type { ImportRow } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { pickFormat } from '../../../../kernel/sheets/sheet-columns.ts'
import { inEveryLanguage } from '../../../../kernel/texts/every-language.ts'
import { storedSentence } from '../../../../kernel/texts/stored-sentence.ts'
import { toText } from '../../../../kernel/workbooks/cell-values.ts'
import type { OpenWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import type { SheetRow } from '../../../../kernel/workbooks/read-sheet.ts'
import type { Cell, Column, Row, Sheet } from '../../../../kernel/workbooks/workbook.ts'
import { writeWorkbook } from '../../../../kernel/workbooks/write-workbook.ts'
import { metaSheet } from '../../excels/index.ts'
import type { PlannedColumn } from '../import-plan.ts'
import { isBlank } from '../reading/open-import.ts'

/** Title of the column that says what is wrong; one of a former workbook is replaced. */
const problemTitle = '错误'

type Trouble = Pick<ImportRow, 'problems' | 'note'>
type Parts = {
  book: OpenWorkbook
  /** The chosen sheet's place, its name, and the row of its titles. */
  sheet: { at: number; name: string; header: number }
  columns: readonly PlannedColumn[]
  /** By number of the row. */
  troubles: ReadonlyMap<number, Trouble>
}

const toSentence = ({ problems, note }: Trouble) =>
  [...problems.map(({ title, msg }) => (title === '' ? msg : labelledText(t(title), storedSentence(msg)))), note]
    .filter((text) => text !== '')
    .map(storedSentence)
    .join(t('；'))

const rowWith = (
  cells: readonly Cell[],
  { columns, at }: { columns: readonly PlannedColumn[]; at: number },
  trouble?: Trouble,
): Row => {
  const own: Cell[] = Array.from({ length: at }, (_, column) => cells[column])
  if (!trouble) return own
  for (const { field } of trouble.problems) {
    const column = columns.find((each) => each.field.field === field)?.column
    if (column === undefined || column >= at) continue
    const value = cells[column]
    own[column] = {
      fill: 'red',
      value: typeof value === 'object' && value && 'fill' in value ? value.value : (value ?? null),
    }
  }
  return [...own, toSentence(trouble)]
}

const readTitles = async (book: OpenWorkbook, { at, header }: Parts['sheet']): Promise<SheetRow | undefined> => {
  for await (const batch of book.rows(at)) {
    const titles = batch.find(({ number }) => number === header)
    if (titles) return titles
  }
  return undefined
}

/** Rows below the titles, at the distance that they have in the file. */
async function* rowsBelow({ book, sheet, columns, troubles }: Parts, titles: SheetRow, at: number) {
  let last = titles.number
  for await (const batch of book.rows(sheet.at)) {
    const rows: Row[] = []
    for (const row of batch) {
      if (row.number <= titles.number || isBlank(row)) continue
      for (last += 1; last < row.number; last += 1) rows.push([])
      rows.push(rowWith(row.cells, { columns, at }, troubles.get(row.number)))
    }
    yield rows
  }
}

/** The sheet that says of which template the file is, so that the corrected one is recognised. */
const markSheet = async (book: OpenWorkbook): Promise<Sheet[]> => {
  const at = book.sheets.findIndex(({ name }) => name === metaSheet)
  if (at < 0) return []
  const rows: Row[] = []
  for await (const batch of book.rows(at)) rows.push(...batch.map(({ cells }) => cells))
  return [{ name: metaSheet, hidden: true, untitled: true, columns: [], rows: [rows] }]
}

/** The file as it was sent, with what is wrong behind each row and red cells, to be corrected and sent again. */
export const errorsWorkbook = async (parts: Parts): Promise<Readable> => {
  const { book, sheet, columns } = parts
  const mark = await markSheet(book)
  const titles = (await readTitles(book, sheet)) ?? { number: 0, cells: [] }
  const texts = titles.cells.map((cell) => toText(cell) ?? '')
  const titlesOfProblems = inEveryLanguage(problemTitle)
  const former = texts.findIndex((text) => titlesOfProblems.includes(text))
  const at = former < 0 ? texts.length : former
  const shown = texts.slice(0, at).map((title, column): Column => {
    const kind = columns.find((each) => each.column === column)?.field.kind
    return { title, width: 18, ...(kind && { format: pickFormat(kind) }) }
  })
  const problem: Column = { title: t(problemTitle), width: 60, format: 'text' }
  return writeWorkbook([
    { name: sheet.name || t('数据'), columns: [...shown, problem], rows: rowsBelow(parts, titles, at) },
    ...mark,
  ])
}
