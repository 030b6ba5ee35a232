import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openWorkbook } from '@atrium/server/src/kernel/workbooks/open-workbook.ts'
import type { Row } from '@atrium/server/src/kernel/workbooks/workbook.ts'
import { writeWorkbook } from '@atrium/server/src/kernel/workbooks/write-workbook.ts'
import { round } from './table.ts'

const rowCount = 100_000
const batchSize = 1_000
/** openpyxl takes minutes for as many. */
const yardstickRows = 10_000

const row = (n: number): Row => [
  `用户${n}`,
  `user${n}`,
  `1380000${String(n).padStart(6, '0')}`,
  `u${n}@example.com`,
  '技术部/后端组',
  '工程师',
  n,
  n / 7,
  true,
  { date: '2026-11-26' },
  { date: '2026-11-26T09:30:00' },
  '备注 & 说明',
]
const batches = function* () {
  for (let from = 0; from < rowCount; from += batchSize)
    yield Array.from({ length: batchSize }, (_, at) => row(from + at))
}

/** Rows a second, by the clock and by the processor. */
const measureRows = async (work: string, run: () => Promise<unknown>) => {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { 工作: work, '行/秒': round(rowCount / seconds), '行/CPU 秒': round(rowCount / ((user + system) / 1e6)) }
}

const readRows = async (file: string) => {
  const book = await openWorkbook(file)
  for await (const _ of book.rows(0));
  await book.close()
}

const openpyxl = `
import sys, time, datetime, openpyxl
count, file = int(sys.argv[1]), sys.argv[2]
def measure(run):
    wall, cpu = time.monotonic(), time.process_time()
    run()
    print(count / (time.monotonic() - wall), count / (time.process_time() - cpu))
def write():
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for n in range(count):
        sheet.append(['用户%d' % n, 'user%d' % n, '1380000%06d' % n, 'u%d@example.com' % n, '技术部/后端组', '工程师', n, n / 7,
            True, datetime.date(2026, 11, 26), datetime.datetime(2026, 11, 26, 9, 30), '备注 & 说明'])
    book.save(file)
def read():
    for _ in openpyxl.load_workbook(file, read_only=True).worksheets[0].iter_rows(values_only=True): pass
measure(write)
measure(read)
`
/** The same by openpyxl (Debian’s python3-openpyxl); none if it is not installed. */
const yardstick = (folder: string) => {
  try {
    const file = path.join(folder, 'openpyxl.xlsx')
    const printed = execFileSync('/usr/bin/python3', ['-c', openpyxl, String(yardstickRows), file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return printed
      .trim()
      .split('\n')
      .map((line, at) => {
        const [clock = NaN, cpu = NaN] = line.split(' ').map(Number)
        return { 工作: `　openpyxl ${at === 0 ? '写' : '读'}（标尺）`, '行/秒': round(clock), '行/CPU 秒': round(cpu) }
      })
  } catch {
    return [{ 工作: '　openpyxl（标尺）', '行/秒': '未安装', '行/CPU 秒': '–' }]
  }
}

/** Rows a second that are written to and read from a workbook. */
export const measureWorkbooks = async (folder: string) => {
  const file = path.join(folder, 'rows.xlsx')
  const columns = Array.from({ length: row(0).length }, (_, at) => ({ title: `列${at}` }))
  const sheet = { name: '表', columns, rows: batches() }
  return [
    await measureRows('写 .xlsx', () => pipeline(writeWorkbook([sheet]), createWriteStream(file))),
    await measureRows('读 .xlsx', () => readRows(file)),
    ...yardstick(folder),
  ]
}
