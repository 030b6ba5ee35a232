import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { OpenWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import type { SheetRow } from '../../../../kernel/workbooks/read-sheet.ts'
import { isBlank } from './open-import.ts'

export const tooManyRows = (most: number) => {
  const { code, msg } = importsErrors.tooManyRows
  return new AppError({ code, msg: t('{msg}（上限 {most} 行）', { msg: t(msg), most }) })
}

/** A sheet that is read: its place among all sheets, and the row of its titles. */
type Place = { readonly at: number; readonly header: number }

/** Rows below the titles, without blank ones, in batches of a given number. */
export async function* rowBatches(book: OpenWorkbook, { at, header }: Place, size: number): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  for await (const batch of book.rows(at))
    for (const row of batch) {
      if (row.number <= header || isBlank(row)) continue
      rows.push(row)
      if (rows.length < size) continue
      yield rows
      rows = []
    }
  if (rows.length > 0) yield rows
}

export const countHidden = (rows: readonly SheetRow[]): number => rows.filter(({ hidden }) => hidden).length
