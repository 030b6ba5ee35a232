import { expect, it } from 'vitest'
import type { CellValue } from './cell.ts'
import { hasLostDigits, momentIn, toDate, toNumber, toText, toTruth } from './cell-values.ts'

it.each<[CellValue, string | undefined]>([
  ['　张三 \u00a0', '张三'],
  [13812345678, '13812345678'],
  [1e15, '1000000000000000'],
  [0.1 + 0.2, '0.3'],
  [{ date: '2026-11-26T09:30:00' }, '2026-11-26 09:30:00'],
  [true, 'TRUE'],
  ['\u202d张三\u202c\ufeff', '张三'],
  [null, ''],
  [{ error: '#REF!' }, undefined],
])('text of %j', (value, expected) => expect(toText(value)).toBe(expected))

it.each<[CellValue, number | undefined]>([
  [' １２．５ ', 12.5],
  ['1,234,567.8', 1234567.8],
  ['12.5%', 0.125],
  ['-3', -3],
  ['1e3', 1000],
  ['1,23', undefined],
  ['0x10', undefined],
  ['', undefined],
  ['%', undefined],
  ['十', undefined],
  [null, undefined],
  [true, undefined],
  ['\u200e12\u200f', 12],
])('number of %j', (value, expected) => expect(toNumber(value)).toBe(expected))

it.each<[CellValue, string | undefined]>([
  ['2026/1/5', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['2026.1.5', '2026-01-05'],
  ['２０２６年１月５日', '2026-01-05'],
  ['20260105', '2026-01-05'],
  [20260105, '2026-01-05'],
  ['2026/1/5 9:05', '2026-01-05T09:05:00'],
  ['2026-01-05T09:05:06', '2026-01-05T09:05:06'],
  [{ date: '2026-01-05' }, '2026-01-05'],
  ['2026-01-05 09:05:06.000', '2026-01-05T09:05:06'],
  ['2026-01-05T09:05:06.123Z', '2026-01-05T09:05:06'],
  ['2026-01-05T09:05:06+08:00', '2026-01-05T09:05:06'],
  ['2026/1/5 上午 9:05', '2026-01-05T09:05:00'],
  ['2026/1/5 下午3:05:06', '2026-01-05T15:05:06'],
  ['2026年1月5日下午 3:05', '2026-01-05T15:05:00'],
  ['2026/1/5 12:05 AM', '2026-01-05T00:05:00'],
  ['2026/1/5 12:05 PM', '2026-01-05T12:05:00'],
  ['\u202a2026-01-05\u202c', '2026-01-05'],
  ['2026/1/5 上午 15:05', undefined],
  ['2026/1/5 下午 3:05 PM', undefined],
  ['2026-01-05T', undefined],
  ['2026-02-30', undefined],
  ['2026-01-05 25:00', undefined],
  ['2026-13-01', undefined],
  ['1/5/2026', undefined],
  ['明天', undefined],
  [5, undefined],
  [null, undefined],
])('date of %j', (value, expected) => expect(toDate(value)).toBe(expected))

it.each<[CellValue, string | undefined]>([
  ['2026-01-05T09:05:06.000Z', '2026-01-05T09:05:06.000Z'],
  ['2026-01-05 09:05:06+0800', '2026-01-05T01:05:06.000Z'],
  ['2026-01-05T09:05:06', undefined],
  ['2026-01-05', undefined],
  ['2026-02-30T00:00:00Z', undefined],
])('moment in %j', (value, expected) => expect(momentIn(value)).toBe(expected))

it.each<[CellValue, boolean | undefined]>([
  [' 是', true],
  ['ＴＲＵＥ', true],
  [1, true],
  ['否', false],
  [0, false],
  [false, false],
  ['constructor', undefined],
  [2, undefined],
  [null, undefined],
])('truth of %j', (value, expected) => expect(toTruth(value)).toBe(expected))

it('tells a number that has lost its last digits', () => {
  expect(hasLostDigits(110105199003071e3)).toBe(true)
  expect(hasLostDigits(13812345678)).toBe(false)
})
