import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convert, hasWorkbookJudges, inPython } from '../../../test/workbook-judges.ts'
import { openWorkbook } from './open-workbook.ts'
import type { Column, Row, Sheet } from './workbook.ts'
import { writeCsv } from './write-csv.ts'
import { writeWorkbook } from './write-workbook.ts'

// LibreOffice and openpyxl judge what is written, and what LibreOffice saves is read.

const kinds = Array.from({ length: 300 }, (_, at) => `种类${at}`)
const children = new Map([
  ['>100人', ['甲', '乙']],
  ['a*', ['丙']],
  ['北京', ['海淀', '朝阳', '东城']],
])
const columns: readonly Column[] = [
  {
    title: '姓名',
    required: true,
    width: 20,
    note: '必填，2-30 位\n不含空格',
    check: { rule: { kind: 'length', min: 2, max: 30 }, prompt: '2-30 位', refusal: '姓名须为 2-30 位' },
  },
  { title: '电话', format: 'text', note: '手机或固定电话' },
  { title: '入职日期', format: 'date', check: { rule: { kind: 'date', min: '2000-01-01', max: '2030-12-31' } } },
  { title: '最后登录', format: 'datetime' },
  { title: '金额', format: 'decimal2', check: { rule: { kind: 'decimal', min: 0 } } },
  { title: '比例', format: 'percent' },
  { title: '人数', format: 'integer', check: { rule: { kind: 'integer', max: 100 } } },
  { title: '启用' },
  { title: '性别', check: { rule: { kind: 'list', values: ['男', '女'] } } },
  { title: '种类', check: { rule: { kind: 'list', values: kinds } } },
  { title: '上级', check: { rule: { kind: 'list', values: [...children.keys()] } } },
  { title: '下级', check: { rule: { kind: 'dependentList', on: 10, values: children } } },
  { title: '编号', check: { rule: { kind: 'formula', formula: 'LEN({cell})=3' } } },
]
const rows: readonly Row[] = [
  [
    '张三',
    '013800000000',
    { date: '2026-11-26' },
    { date: '2026-11-26T09:30:15' },
    12.5,
    0.25,
    7,
    true,
    '男',
    '种类1',
    '北京',
    '海淀',
    '007',
  ],
  ['=1+1', '+86 138', { date: '2024-02-29' }, null, -3, 1, 0, false, '', ' 两边 ', '第一行\n第二行', '<&">', '😀'],
  [
    { value: '错', fill: 'red' },
    '@SUM(A1)',
    { value: { date: '2020-01-01' }, fill: 'red' },
    null,
    null,
    null,
    null,
    null,
    '-1',
  ],
]
const sheets: readonly Sheet[] = [
  { name: '用户', columns, rows: [rows] },
  { name: '说明', columns: [{ title: '项' }, { title: '值' }], rows: [[['导出人', '张三']]] },
  {
    name: '__meta',
    hidden: true,
    untitled: true,
    columns: [],
    rows: [
      [
        ['id', 'abc'],
        ['version', 3],
      ],
    ],
  },
]
const whole = [
  columns.map(({ title }) => title),
  [
    '张三',
    '013800000000',
    { date: '2026-11-26' },
    { date: '2026-11-26T09:30:15' },
    12.5,
    0.25,
    7,
    true,
    '男',
    '种类1',
    '北京',
    '海淀',
    '007',
  ],
  ['=1+1', '+86 138', { date: '2024-02-29' }, null, -3, 1, 0, false, null, ' 两边 ', '第一行\n第二行', '<&">', '😀'],
  ['错', '@SUM(A1)', { date: '2020-01-01' }, null, null, null, null, null, '-1'],
]

let folder = ''
const at = (name: string) => join(folder, name)
const readAll = async (path: string) => {
  const book = await openWorkbook(path)
  try {
    const cells = []
    for (const sheet of book.sheets.keys()) {
      const read = []
      for await (const batch of book.rows(sheet)) read.push(...batch.map((row) => row.cells))
      cells.push(read)
    }
    return { sheets: book.sheets, cells }
  } finally {
    await book.close()
  }
}

beforeAll(async () => {
  if (!hasWorkbookJudges) return
  folder = await mkdtemp(join(tmpdir(), 'atrium-judges-'))
  await pipeline(writeWorkbook(sheets), createWriteStream(at('written.xlsx')))
})
afterAll(() => folder && rm(folder, { recursive: true, force: true }))

const describeInPython = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
def cell(c):
    value = c.value.isoformat() if hasattr(c.value, 'isoformat') else c.value
    return [value, c.data_type, c.number_format, c.fill.fgColor.rgb if c.fill.patternType else None]
def sheet(s):
    checks = [[v.type, v.operator, str(v.sqref), v.formula1, v.formula2, v.prompt, v.error] for v in s.data_validations.dataValidation]
    return dict(name=s.title, state=s.sheet_state, frozen=s.freeze_panes, checks=checks,
        notes={c.coordinate: c.comment.text for row in s.iter_rows() for c in row if c.comment},
        rows=[[cell(c) for c in row] for row in s.iter_rows()],
        width=s.column_dimensions['A'].width)
print(json.dumps([sheet(s) for s in book]))
`
type Described = {
  name: string
  state: string
  frozen: string | null
  checks: unknown[][]
  notes: Record<string, string>
  rows: [unknown, string, string, string | null][][]
  width: number
}
const notes = { A1: '必填，2-30 位\n不含空格', B1: '手机或固定电话' }
const checks = [
  ['textLength', 'A2:A1048576', '2', '30'],
  ['date', 'C2:C1048576', '36526', '47848'],
  ['decimal', 'E2:E1048576', '0', null],
  ['whole', 'G2:G1048576', '100', null],
  ['list', 'I2:I1048576', '"男,女"', null],
]

describe.skipIf(!hasWorkbookJudges)('openpyxl', () => {
  let described: Described[] = []
  beforeAll(async () => {
    described = (await inPython(describeInPython, at('written.xlsx'))) as Described[]
  })
  it('finds sheets, frozen titles, widths and notes', () => {
    expect(described.map(({ name, state, frozen }) => [name, state, frozen])).toEqual([
      ['用户', 'visible', 'A2'],
      ['说明', 'visible', 'A2'],
      ['__meta', 'veryHidden', null],
      ['__lists', 'veryHidden', null],
    ])
    expect(described[0]?.notes).toEqual(notes)
    expect(described[0]?.width).toBe(20)
  })
  it('finds values of their types and formats, and what is marked', () => {
    expect(described[0]?.rows[1]?.map(([value, type]) => [value, type])).toEqual([
      ['张三', 's'],
      ['013800000000', 's'],
      ['2026-11-26T00:00:00', 'd'],
      ['2026-11-26T09:30:15', 'd'],
      [12.5, 'n'],
      [0.25, 'n'],
      [7, 'n'],
      [true, 'b'],
      ...['男', '种类1', '北京', '海淀', '007'].map((text) => [text, 's']),
    ])
    expect(described[0]?.rows[1]?.slice(1, 7).map(([, , format]) => format)).toEqual([
      '@',
      'yyyy\\-mm\\-dd',
      'yyyy\\-mm\\-dd\\ hh:mm:ss',
      '0.00',
      '0.00%',
      '0',
    ])
    expect(described[0]?.rows[2]?.[0]?.slice(0, 2)).toEqual(["'=1+1", 's'])
    expect(described[0]?.rows[3]?.map(([, , , fill]) => fill).slice(0, 3)).toEqual(['FFFFC7CE', null, 'FFFFC7CE'])
  })
  it('finds the checks', () => {
    const found = described[0]?.checks.map(([type, , place, from, to]) => [type, place, from, to])
    expect(found).toEqual(expect.arrayContaining(checks))
    expect(found).toHaveLength(9)
    expect(described[0]?.checks[0]?.slice(5)).toEqual(['2-30 位', '姓名须为 2-30 位'])
  })
})

describe.skipIf(!hasWorkbookJudges)('LibreOffice', () => {
  it('shows the values as intended', async () => {
    await convert(
      at('written.xlsx'),
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1',
      folder,
    )
    expect(await readFile(at('written-用户.csv'), 'utf8')).toBe(
      [
        columns.map(({ title }) => title).join(','),
        '张三,013800000000,2026-11-26,2026-11-26 09:30:15,12.5,25%,7,TRUE,男,种类1,北京,海淀,007',
        `'=1+1,'+86 138,2024-02-29,,-3,100%,0,FALSE,, 两边 ,"第一行\n第二行","<&"">",😀`,
        "错,'@SUM(A1),2020-01-01,,,,,,'-1,,,,",
        '',
      ].join('\n'),
    )
  }, 120_000)
  it('saves it with its notes, checks and values, and what it saved is read back', async () => {
    await writeFile(at('saved.xlsx'), await readFile(at('written.xlsx')))
    await convert(at('saved.xlsx'), 'ods', folder)
    await convert(at('saved.ods'), 'xlsx:Calc MS Excel 2007 XML', folder)
    const { sheets: found, cells } = await readAll(at('saved.xlsx'))
    expect(found.map(({ name }) => name)).toEqual(['用户', '说明', '__meta', '__lists'])
    expect(found.map(({ hidden }) => hidden)).toEqual([false, false, true, true])
    expect(cells[0]).toEqual(whole)
    expect(cells[2]).toEqual([
      ['id', 'abc'],
      ['version', 3],
    ])
    const [saved] = (await inPython(describeInPython, at('saved.xlsx'))) as Described[]
    expect(saved?.notes).toEqual(notes)
    const kept = saved?.checks.map(([type, , , from]) => [type, from])
    expect(kept).toEqual(
      expect.arrayContaining([
        ['list', '"男,女"'],
        ['list', '__lists!$A$1:$A$300'],
        ['textLength', '2'],
      ]),
    )
    const dependent = kept?.find(([, from]) => String(from).startsWith('OFFSET'))
    expect(dependent?.[1]).toContain('SUMPRODUCT')
  }, 240_000)
  it('runs nothing that came from a text, not even after it was saved as CSV', async () => {
    const texts = [
      '=1+1',
      '+1+1',
      '-1+1',
      '@SUM(1)',
      '\t=1+1',
      '\r=1+1',
      '＝1+1',
      '＋1+1',
      '－1+1',
      '＠SUM(1)',
      '  =1+1',
      '=HYPERLINK("http://x")',
    ]
    const values = texts.map((text) => [text])
    await pipeline(
      writeWorkbook([{ name: '表', columns: [{ title: '项' }], rows: [values] }]),
      createWriteStream(at('inert.xlsx')),
    )
    await convert(at('inert.xlsx'), 'csv:Text - txt - csv (StarCalc):44,34,76', folder)
    await writeFile(at('own.csv'), writeCsv(['项'], [values]))
    await writeFile(at('control.csv'), 'SUM(1)\n=1+1\n')
    const formulasIn = async (name: string) => {
      // The last word asks for formulas to be evaluated.
      const evaluating = 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1,true'
      await convert(at(`${name}.csv`), 'fods', folder, evaluating)
      const sheet = await readFile(at(`${name}.fods`), 'utf8')
      expect(sheet).toContain('SUM(1)')
      return sheet.split('table:formula').length - 1
    }
    expect(await formulasIn('control')).toBe(1)
    expect(await formulasIn('inert')).toBe(0)
    expect(await formulasIn('own')).toBe(0)
  }, 300_000)
  it('dependent lists offer what belongs to the row', async () => {
    const formula = (
      await inPython(describeInPython, at('written.xlsx')).then((all) => (all as Described[])[0])
    )?.checks.find(([, , place]) => place === 'L2:L1048576')?.[3]
    await inPython(
      `
import sys, openpyxl, json
book = openpyxl.load_workbook(sys.argv[1])
sheet = book['用户']
for row, parent in enumerate(['>100人', 'a*', '北京'], start=2):
    sheet.cell(row, 11).value = parent
    sheet.cell(row, 20).value = '=COUNTA(' + sys.argv[2].replace('$K2', '$K%d' % row) + ')'
    sheet.cell(row, 21).value = '=INDEX(' + sys.argv[2].replace('$K2', '$K%d' % row) + ',1)'
book.save(sys.argv[3])
print(json.dumps(True))`,
      at('written.xlsx'),
      String(formula),
      at('asked.xlsx'),
    )
    await convert(at('asked.xlsx'), 'ods', folder)
    await convert(at('asked.ods'), 'xlsx:Calc MS Excel 2007 XML', folder)
    const { cells } = await readAll(at('asked.xlsx'))
    expect(cells[0]?.slice(1).map((row) => row.slice(19, 21))).toEqual([
      [2, '甲'],
      [1, '丙'],
      [3, '海淀'],
    ])
  }, 240_000)
})
