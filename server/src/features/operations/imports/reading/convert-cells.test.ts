import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { expect, it } from 'vitest'
import type { CellValue } from '../../../../kernel/workbooks/cell.ts'
import { type ConversionWords, convertCell } from './convert-cells.ts'

const items = [
  { code: '1', name: '男' },
  { code: '2', name: '1' },
  { code: '07', name: '七' },
  { code: '7', name: '柒' },
  { code: '008', name: '八' },
  { code: 'A', name: '大写' },
  { code: 'a', name: '小写' },
  { code: 'Bee', name: '蜂' },
  { code: 'x', name: '重名' },
  { code: 'y', name: '重名' },
]
const words: ConversionWords = {
  items: new Map([['group', items]]),
  readMoment: (local) => `${local} here`,
  clock: (moment) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
}
const convert = (cell: CellValue, field: Partial<SheetField>) =>
  convertCell(cell, { title: '列', kind: 'text', ...field }, words)
const findProblem = (cell: CellValue, field: Partial<SheetField>) => {
  const found = convert(cell, field)
  return found && 'problem' in found ? found.problem : found
}

it.each<[CellValue, string]>([
  ['男', '1'],
  ['2', '2'],
  ['07', '07'],
  ['7', '7'],
  [8, '008'],
  ['A', 'A'],
  ['a', 'a'],
  ['bee', 'Bee'],
])('the word %j means one item', (cell, value) =>
  expect(convert(cell, { kind: 'dict', dictionary: 'group' })).toEqual({ value }),
)

it.each<[CellValue, string]>([
  ['1', '“1”对应多个选项：男（编码 1）、1（编码 2），请填写不会混淆的名称或编码'],
  [7, '“7”对应多个选项：七（编码 07）、柒（编码 7），请填写不会混淆的名称或编码'],
  ['重名', '“重名”对应多个选项：重名（编码 x）、重名（编码 y），请填写不会混淆的名称或编码'],
  ['Z', '只能填写：男、1、七、柒、八、大写 等'],
])('the word %j is not guessed', (cell, problem) =>
  expect(findProblem(cell, { kind: 'dict', dictionary: 'group' })).toBe(problem),
)

it.each<[CellValue, string]>([
  ['138 0013 8000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['8613800138000', '13800138000'],
  ['\u202d13800138000\u202c', '13800138000'],
  ['１３８００１３８０００', '13800138000'],
  [13800138000, '13800138000'],
  ['010-8888 6666', '010-88886666'],
  ['+1 555 0100', '+15550100'],
])('the number %j is stored without what people put between its digits', (cell, value) =>
  expect(convert(cell, { kind: 'phone' })).toEqual({ value }),
)

it.each<[CellValue, SheetField['kind']]>([
  ['138****8000', 'phone'],
  ['a***@example.cn', 'mail'],
  ['110105********002X', 'idcard'],
])('%j shows a part of what is stored', (cell, kind) => expect(convert(cell, { kind })).toEqual({ masked: true }))

it('stars in other texts are letters', () => expect(convert('***', {})).toEqual({ value: '***' }))

it.each<[CellValue, SheetField['kind'], unknown]>([
  ['2026-01-05T09:05:06.000Z', 'datetime', '2026-01-05T09:05:06.000Z'],
  ['2026-01-05 09:05:06.000', 'datetime', '2026-01-05T09:05:06 here'],
  ['2026-01-05 下午 3:05', 'datetime', '2026-01-05T15:05:00 here'],
  ['2026-01-04T16:00:00.000Z', 'date', '2026-01-05'],
  ['2026-01-05T00:00:00.000Z', 'date', '2026-01-05'],
  ['2026-01-05T09:05:06', 'date', '2026-01-05'],
])('%j is a %s', (cell, kind, value) => expect(convert(cell, { kind })).toEqual({ value }))

it('truth in a text is what the sheet shows', () => expect(convert(true, {})).toEqual({ value: 'TRUE' }))
it('a formula that was never computed says so', () =>
  expect(findProblem({ error: '#CALC?' }, {})).toBe(
    '公式尚未计算出结果，请用 Excel 打开文件并保存后重新上传，或改为具体的值',
  ))
