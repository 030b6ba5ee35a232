import { readFileSync } from 'node:fs'
import { openWorkbook, WorkbookRefused } from '../src/kernel/workbooks/open-workbook.ts'

// Reads the files named by its arguments, one after the other. Prints a line for each: why it was refused, and the most
// memory that the process ever held.

const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

const read = async (path: string) => {
  const book = await openWorkbook(path)
  try {
    for (const at of book.sheets.keys()) for await (const _ of book.rows(at));
  } finally {
    await book.close()
  }
}

for (const path of process.argv.slice(2)) {
  const outcome = await read(path).then(
    () => ({ reason: 'read' }),
    (error: unknown) => {
      if (error instanceof WorkbookRefused) return { reason: error.reason, message: error.message }
      return { reason: String(error) }
    },
  )
  process.stdout.write(`${JSON.stringify({ path, ...outcome, peakMb: peakMb() })}\n`)
}
