import { inEveryLanguage } from '../texts/every-language.ts'
import { type CellValue, isDate } from './cell.ts'
import { toSerial } from './dates.ts'

// What people type into sheets: texts for numbers, full-width digits, spaces behind words.

const fullWidth = /[\uff01-\uff5e\u3000]/g
const toHalfWidth = (text: string) =>
  text.replace(fullWidth, (sign) => (sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)))
/** Signs that take no room, which come along when a text is copied: marks of direction, zero widths, a byte order mark. */
const invisible = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff'
const anyInvisible = new RegExp(`[${invisible}]`, 'g')
const outerSpace = new RegExp(`^[\\s${invisible}]+|[\\s${invisible}]+$`, 'g')
/** A text without spaces and invisible signs around it; those inside may join letters. */
const trimmed = (text: string) => text.replace(outerSpace, '')
/** A text as people type what programs read: digits and letters of half width, nothing invisible. */
export const halfWidthText = (value: string): string => toHalfWidth(value.replace(anyInvisible, '')).trim()

/** A whole number as its digits, never as `1.38e+10`; otherwise the shortest form that is exact. */
const toDigits = (value: number) =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15)))

/**
 * A cell as text: without the spaces around it, numbers by their digits, dates as `2026-11-26 09:30:00`, truth as a
 * sheet shows it.
 * @returns an empty text for an empty cell; undefined for the error of a formula.
 */
export const toText = (value: CellValue): string | undefined => {
  if (value === null) return ''
  if (typeof value === 'string') return trimmed(value)
  if (typeof value === 'number') return toDigits(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return isDate(value) ? value.date.replace('T', ' ') : undefined
}

/** Digits that a program drops when a longer number is typed as such: an identity card becomes another one. */
const exactDigits = 15
/** Whether a number has lost its last digits in the program that saved it: the cell should have been text. */
export const hasLostDigits = (value: CellValue): boolean =>
  typeof value === 'number' && Math.abs(value) >= 10 ** exactDigits

const number = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d{1,3})?(%)?$/
/**
 * A cell as number: `１２`, `1,200.50`, `12.5%` too.
 * @returns undefined for what is none, and for an empty cell
 */
export const toNumber = (value: CellValue): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const text = halfWidthText(value)
  if (!number.test(text) || !/\d/.test(text)) return undefined
  const plain = Number(text.replaceAll(',', '').replace('%', ''))
  if (!Number.isFinite(plain)) return undefined
  return text.endsWith('%') ? Number((plain / 100).toPrecision(15)) : plain
}

const day = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d\d)(\d\d))$/
/** `9:05`, `09:05:06.000`, `下午 3:05`, `3:05 PM`, with the distance to UTC behind it. */
const clock = /^(上午|下午)?\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(AM|PM|上午|下午)?(Z|[+-]\d\d:?\d\d)?$/i
const afternoon = /^(下午|PM)$/i
const two = (text: string | number | undefined) => String(text ?? '0').padStart(2, '0')

/** The hour of the day; undefined for none. */
const readHour = (hour: string, half: string | undefined): number | undefined => {
  const read = Number(hour)
  if (half === undefined) return read < 24 ? read : undefined
  // 下午 15:00 is written, too.
  if (read > 12) return afternoon.test(half) && read < 24 ? read : undefined
  return (read % 12) + (afternoon.test(half) ? 12 : 0)
}
const readTime = (text: string) => {
  const [, before, hour, minute, second, behind, zone] = clock.exec(text) ?? []
  if (hour === undefined || (before !== undefined && behind !== undefined)) return undefined
  const read = readHour(hour, before ?? behind)
  if (read === undefined || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  return { time: `${two(read)}:${two(minute)}:${two(second)}`, zone: zone?.toUpperCase() }
}

/** A wall-clock date or moment, and its distance to UTC if it says one: `Z`, `+08:00`. */
type ReadDate = { readonly date: string; readonly zone?: string | undefined }
const readDate = (value: CellValue): ReadDate | undefined => {
  if (typeof value === 'object' && value !== null) return isDate(value) ? value : undefined
  const text = typeof value === 'number' ? toDigits(value) : typeof value === 'string' ? halfWidthText(value) : ''
  const [, date = '', clockText] = /^([^\sT上下]+)(?:[ T]*(\S.*))?$/.exec(text) ?? []
  const [, year, ...parts] = day.exec(date) ?? []
  if (year === undefined) return undefined
  const [month, dayOfMonth] = parts.filter((part) => part !== undefined)
  const iso = `${year}-${two(month)}-${two(dayOfMonth)}`
  if (clockText === undefined) return toSerial(iso) === undefined ? undefined : { date: iso }
  const found = readTime(clockText)
  const moment = `${iso}T${found?.time}`
  return found && toSerial(moment) !== undefined ? { date: moment, zone: found.zone } : undefined
}

/**
 * A cell as date or moment: `2026/1/5`, `2026年1月5日`, `20260105`, with a time of day behind it.
 * @returns ISO, as in `DateCell`; undefined for what is none, for days that no calendar has, and for an empty cell.
 */
export const toDate = (value: CellValue): string | undefined => readDate(value)?.date

/** A cell that says a moment with its distance to UTC, as programs write it: `2026-01-05T09:30:00.000Z`. */
export const momentIn = (value: CellValue): string | undefined => {
  const { date, zone } = readDate(value) ?? {}
  if (date === undefined || zone === undefined) return undefined
  const at = Date.parse(date + (zone === 'Z' ? zone : zone.replace(/^(...):?/, '$1:')))
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

const truths: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['是', 'true', 'yes', 'y', '1', '√', '✓', '有', '启用'].map((word) => [word, true]),
  ...['否', 'false', 'no', 'n', '0', '×', '无', '停用'].map((word) => [word, false]),
])
/**
 * A cell as truth: 是, TRUE, 1, √ and their opposites, 是 and 否 in any language.
 * @returns undefined for what is none, and for an empty cell
 */
export const toTruth = (value: CellValue): boolean | undefined => {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = halfWidthText(String(value)).toLowerCase()
  if (Object.hasOwn(truths, word)) return truths[word]
  const is = (source: string) => inEveryLanguage(source).some((each) => each.toLowerCase() === word)
  if (is('是')) return true
  return is('否') ? false : undefined
}
