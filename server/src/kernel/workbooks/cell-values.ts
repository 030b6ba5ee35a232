import { type CellValue, isDate } from './cell.ts'
import { serialOf } from './dates.ts'

// What people type into sheets: texts for numbers, full-width digits, spaces behind words.

const fullWidth = /[\uff01-\uff5e\u3000]/g
const toHalfWidth = (text: string) =>
  text.replace(fullWidth, (sign) => (sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)))
const halfWidthText = (value: string) => toHalfWidth(value).trim()

/** A whole number as its digits, never as `1.38e+10`; otherwise the shortest form that is exact. */
const digitsOf = (value: number) =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15)))

/**
 * A cell as text: without the spaces around it, numbers by their digits, dates as `2026-11-26 09:30:00`. Out: an empty
 * text for an empty cell; undefined for the error of a formula.
 */
export const textOf = (value: CellValue): string | undefined => {
  if (value === null) return ''
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return digitsOf(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return isDate(value) ? value.date.replace('T', ' ') : undefined
}

/** Digits that a program drops when a longer number is typed as such: an identity card becomes another one. */
const exactDigits = 15
/** Whether a number has lost its last digits in the program that saved it: the cell should have been text. */
export const hasLostDigits = (value: CellValue): boolean =>
  typeof value === 'number' && Math.abs(value) >= 10 ** exactDigits

const number = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d{1,3})?(%)?$/
/** A cell as number: `１２`, `1,200.50`, `12.5%` too. Out: undefined for what is none, and for an empty cell. */
export const numberOf = (value: CellValue): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const text = halfWidthText(value)
  if (!number.test(text) || !/\d/.test(text)) return undefined
  const plain = Number(text.replaceAll(',', '').replace('%', ''))
  if (!Number.isFinite(plain)) return undefined
  return text.endsWith('%') ? Number((plain / 100).toPrecision(15)) : plain
}

const day = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d\d)(\d\d))$/
const clock = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/
const two = (text: string | undefined) => (text ?? '0').padStart(2, '0')

/**
 * A cell as date or moment: `2026/1/5`, `2026年1月5日`, `20260105`, with a time of day behind it. Out: ISO, as in
 * `DateCell`; undefined for what is none, for days that no calendar has, and for an empty cell.
 */
export const dateOf = (value: CellValue): string | undefined => {
  if (typeof value === 'object' && value !== null) return isDate(value) ? value.date : undefined
  const text = typeof value === 'number' ? digitsOf(value) : typeof value === 'string' ? halfWidthText(value) : ''
  const [, date = '', time] = /^([^\sT]+)(?:[ T]+(\S+))?$/.exec(text) ?? []
  const [, year, ...parts] = day.exec(date) ?? []
  if (year === undefined) return undefined
  const [month, dayOfMonth] = parts.filter((part) => part !== undefined)
  const iso = `${year}-${two(month)}-${two(dayOfMonth)}`
  const [, hour, minute, second] = time === undefined ? [] : (clock.exec(time) ?? [])
  if (
    time !== undefined &&
    (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)
  )
    return undefined
  const moment = hour === undefined ? iso : `${iso}T${two(hour)}:${two(minute)}:${two(second)}`
  return serialOf(moment) === undefined ? undefined : moment
}

const truths: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['是', 'true', 'yes', 'y', '1', '√', '✓', '有', '启用'].map((word) => [word, true]),
  ...['否', 'false', 'no', 'n', '0', '×', '无', '停用'].map((word) => [word, false]),
])
/** A cell as truth: 是, TRUE, 1, √ and their opposites. Out: undefined for what is none, and for an empty cell. */
export const truthOf = (value: CellValue): boolean | undefined => {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = halfWidthText(String(value)).toLowerCase()
  return Object.hasOwn(truths, word) ? truths[word] : undefined
}
