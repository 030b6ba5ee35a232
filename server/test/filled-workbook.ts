import type { Row, Sheet } from '../src/kernel/workbooks/workbook.ts'
import { writeWorkbook } from '../src/kernel/workbooks/write-workbook.ts'
import { readAll } from './read-all.ts'
import { readWorkbook } from './read-workbook.ts'

export const toBytes = async (sheets: readonly Sheet[]): Promise<Uint8Array> =>
  Buffer.concat((await readAll(writeWorkbook(sheets))) as Uint8Array[])

/** A sheet with these titles and rows. */
export const buildSheet = (titles: readonly string[], rows: readonly Row[], name = '数据'): Sheet => ({
  name,
  columns: titles.map((title) => ({ title })),
  rows: [rows],
})

/** A template's own workbook with rows in its first sheet. */
export const filledWorkbook = async (template: Uint8Array, rows: readonly Row[]): Promise<Uint8Array> => {
  const sheets = Object.entries(await readWorkbook(template))
  return toBytes(
    sheets.map(([name, [titles = [], ...rest]], at): Sheet => {
      if (name === '__meta') return { name, hidden: true, untitled: true, columns: [], rows: [[titles, ...rest]] }
      return buildSheet(titles.map(String), at === 0 ? rows : rest, name)
    }),
  )
}
