import {
  maxHeaderRows,
  maxImportedColumns,
  maxOfferedSheets,
  type SheetHead,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { type OpenWorkbook, openWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import type { SheetRow } from '../../../../kernel/workbooks/read-sheet.ts'
import { metaSheet } from '../../excels/index.ts'
import { shownCell } from './shown-text.ts'

/** A visible sheet of a workbook: its place among all sheets, and what its first rows hold. */
export type SheetStart = { readonly at: number } & Pick<SheetHead, 'name' | 'rows'>
/** The same with the row of its titles. */
export type OfferedSheet = SheetHead & { readonly at: number }
/** What the hidden sheet of a template says. */
export type TemplateMark = {
  readonly template: string
  readonly version: number
  readonly company: string
  readonly fields: readonly string[]
}
export type FileHead = {
  readonly kind: 'xlsx' | 'csv'
  readonly sheets: readonly SheetStart[]
  /** Whether there are more visible sheets than these. */
  readonly hasMore: boolean
  readonly mark: TemplateMark | undefined
}

export const isBlank = ({ cells }: SheetRow): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

/** Rows with content, at most a given number; the rest of the sheet is not read. */
const firstRows = async (book: OpenWorkbook, at: number, most: number): Promise<SheetRow[]> => {
  const found: SheetRow[] = []
  for await (const batch of book.rows(at)) {
    found.push(...batch.filter((row) => !isBlank(row)).slice(0, most - found.length))
    if (found.length === most) break
  }
  return found
}

const readStart = async (book: OpenWorkbook, at: number, name: string): Promise<SheetStart> => {
  const rows = await firstRows(book, at, maxHeaderRows + 1)
  return {
    at,
    name,
    rows: rows.map(({ number, cells }) => ({ row: number, cells: cells.slice(0, maxImportedColumns).map(shownCell) })),
  }
}

const findMark = async (book: OpenWorkbook, at: number): Promise<TemplateMark | undefined> => {
  const rows = await firstRows(book, at, 10)
  const line = (word: string) => rows.find(({ cells }) => cells[0] === word)?.cells.slice(1) ?? []
  const [template, company] = [line('template')[0], line('company')[0]]
  if (typeof template !== 'string' || typeof company !== 'string') return undefined
  const fields = line('fields').map((field) => String(field ?? ''))
  return { template, company, version: Number(line('version')[0]), fields }
}

/**
 * Opens a file for the time of some work.
 * @throws what `openWorkbook` throws
 */
export const withWorkbook = async <T>(path: string, work: (book: OpenWorkbook) => Promise<T>): Promise<T> => {
  const book = await openWorkbook(path)
  try {
    return await work(book)
  } finally {
    await book.close()
  }
}

/** Reads what a file is: its visible sheets with their first rows, and the template that it was made from. */
export const readFileHead = (path: string): Promise<FileHead> =>
  withWorkbook(path, async (book) => {
    const sheets: SheetStart[] = []
    let hasMore = false
    let mark: TemplateMark | undefined
    for (const [at, { name, hidden }] of book.sheets.entries()) {
      if (name === metaSheet) mark = await findMark(book, at)
      else if (hidden) continue
      else if (sheets.length === maxOfferedSheets) hasMore = true
      else sheets.push(await readStart(book, at, name))
    }
    return { kind: book.sheets.length === 1 && book.sheets[0]?.name === '' ? 'csv' : 'xlsx', sheets, hasMore, mark }
  })
