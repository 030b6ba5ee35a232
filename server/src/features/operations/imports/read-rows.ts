import { maxImportedRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { AppError, refusalAt } from '../../../kernel/scope.ts'
import type { OpenWorkbook } from '../../../kernel/workbooks/open-workbook.ts'
import type { SheetRow } from '../../../kernel/workbooks/read-sheet.ts'
import { isBlank } from './open-import.ts'

export const tooManyRows = (most: number) => {
  const { code, msg } = importsErrors.tooManyRows
  return new AppError({ code, msg: `${msg}（上限 ${most} 行）` })
}

/** Rows below the titles, without blank ones. Throws `tooManyRows` and `noRows`. */
export const readRows = async (book: OpenWorkbook, sheet: number): Promise<SheetRow[]> => {
  const rows: SheetRow[] = []
  for await (const batch of rowBatches(book, sheet, maxImportedRows)) {
    rows.push(...batch)
    if (rows.length > maxImportedRows) throw tooManyRows(maxImportedRows)
  }
  if (rows.length === 0) throw refusalAt(importsErrors.noRows, 'sheet')
  return rows
}

/** The same in batches of so many rows. */
export async function* rowBatches(book: OpenWorkbook, sheet: number, size: number): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  let hasTitles = false
  for await (const batch of book.rows(sheet))
    for (const row of batch) {
      if (isBlank(row)) continue
      if (hasTitles) rows.push(row)
      hasTitles = true
      if (rows.length < size) continue
      yield rows
      rows = []
    }
  if (rows.length > 0) yield rows
}
