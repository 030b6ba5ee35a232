import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CellValue } from '../src/kernel/workbooks/cell.ts'
import { openWorkbook } from '../src/kernel/workbooks/open-workbook.ts'

/** The cells of a workbook's sheets by name, hidden sheets included. */
export const readWorkbook = async (bytes: Uint8Array): Promise<Record<string, (readonly CellValue[])[]>> => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-read-workbook-'))
  try {
    const path = join(folder, 'book')
    await writeFile(path, bytes)
    const book = await openWorkbook(path)
    try {
      const sheets: Record<string, (readonly CellValue[])[]> = {}
      for (const [at, { name }] of book.sheets.entries()) {
        const rows: (readonly CellValue[])[] = []
        for await (const batch of book.rows(at)) rows.push(...batch.map(({ cells }) => cells))
        sheets[name] = rows
      }
      return sheets
    } finally {
      await book.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
