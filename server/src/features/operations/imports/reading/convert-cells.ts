import { listText } from '@atrium/contract/kernel/list-text.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { CellValue } from '../../../../kernel/workbooks/cell.ts'
import { isError, uncalculated } from '../../../../kernel/workbooks/cell.ts'
import {
  halfWidthText,
  hasLostDigits,
  momentIn,
  toDate,
  toNumber,
  toText,
  toTruth,
} from '../../../../kernel/workbooks/cell-values.ts'
import { type Item, meantInAnyLanguage } from './meant-items.ts'

/**
 * What became of a cell: a value of a request, several texts that stand for rows, nothing, or a problem. `masked`: it
 * shows a part of what is stored.
 */
export type Converted =
  | { value: unknown }
  | { names: readonly string[] }
  | { problem: string }
  | { masked: true }
  | undefined

export type ConversionWords = {
  items: ReadonlyMap<string, readonly Item[]>
  /** Wall-clock time of the caller as a moment. */
  readMoment(local: string): string
  /** The other way. */
  clock(moment: string): string
}

const maxOffered = 6
const offered = (labels: readonly string[]) =>
  labels.length <= maxOffered ? listText(labels) : t('{labels} 等', { labels: listText(labels.slice(0, maxOffered)) })

const pickOne = (cell: CellValue, text: string, choices: readonly Item[]): Converted => {
  const [found, ...others] = meantInAnyLanguage(text, choices, typeof cell === 'number')
  if (found && others.length > 0) {
    const meanings = [found, ...others].map(({ name, code }) => t('{name}（编码 {code}）', { name: t(name), code }))
    return {
      problem: t('“{text}”对应多个选项：{meanings}，请填写不会混淆的名称或编码', { text, meanings: offered(meanings) }),
    }
  }
  if (found) return { value: found.code }
  return {
    problem: t('只能填写：{choices}', {
      choices: offered(choices.filter(({ retired }) => !retired).map(({ name }) => t(name))),
    }),
  }
}
const masked = /[*＊•●]{2}/
const coded: ReadonlySet<SheetField['kind']> = new Set(['phone', 'mail', 'idcard'])

/** A number as it is stored: without spaces, and a mobile number without the code of China and dashes. */
const normalizePhone = (text: string) => {
  const dialled = text.replace(/\s/g, '')
  const mobile = dialled.replace(/^(?:\+|00)?86/, '').replaceAll('-', '')
  return /^1[3-9]\d{9}$/.test(mobile) ? mobile : dialled
}
const readCode = (text: string, kind: SheetField['kind']): Converted => {
  const code = halfWidthText(text)
  if (masked.test(text)) return { masked: true }
  return { value: kind === 'phone' ? normalizePhone(code) : code }
}
const textValue = (cell: CellValue, kind: SheetField['kind']): Converted => {
  if (hasLostDigits(cell))
    return { problem: t('号码超过 15 位且单元格为数字格式，末尾数字已丢失，请将单元格设为文本格式后重新填写') }
  const text = toText(cell) ?? ''
  return coded.has(kind) ? readCode(text, kind) : { value: text }
}
const known = <T>(value: T | undefined, problem: string): Converted => (value === undefined ? { problem } : { value })

/** The day of a moment that says its distance to UTC; midnight there is a day that a program has written so. */
const toDay = (cell: CellValue, clock: ConversionWords['clock']) => {
  const moment = momentIn(cell)
  const day = moment === undefined || moment.endsWith('T00:00:00.000Z') ? toDate(cell) : clock(moment)
  return day?.slice(0, 10)
}

/**
 * Converts a cell as its field requires.
 * @returns undefined for an empty one
 */
export const convertCell = (
  cell: CellValue | undefined,
  { kind, dictionary, choices, reference }: SheetField,
  { items, readMoment, clock }: ConversionWords,
): Converted => {
  if (cell === undefined || cell === null) return undefined
  if (isError(cell) && cell.error === uncalculated)
    return { problem: t('公式尚未计算出结果，请用 Excel 打开文件并保存后重新上传，或改为具体的值') }
  if (isError(cell)) return { problem: t('公式的结果是错误 {error}，请改为具体的值', { error: cell.error }) }
  const text = toText(cell) ?? ''
  if (text === '') return undefined
  // Neither is a text for the database.
  if (text.includes('\0') || !text.isWellFormed()) return { problem: t('不能包含不可见字符') }
  if (dictionary !== undefined) return pickOne(cell, text, items.get(dictionary) ?? [])
  if (choices)
    return pickOne(
      cell,
      text,
      Object.entries(choices).map(([code, name]) => ({ code, name })),
    )
  if (reference)
    return {
      names: reference.many ? text.split(/[、,，;；\n]/).flatMap((name) => name.trim() || []) : [text],
    }
  switch (kind) {
    case 'number':
    case 'decimal2':
    case 'percent':
      return known(toNumber(cell), t('请填写数字'))
    case 'date':
      return known(toDay(cell, clock), t('日期不存在或格式不正确，例如 2026-11-26'))
    case 'datetime': {
      const local = toDate(cell)
      return known(
        momentIn(cell) ?? (local && readMoment(local)),
        t('时间不存在或格式不正确，例如 2026-11-26 09:30:00'),
      )
    }
    case 'bool':
      return known(toTruth(cell), t('只能填写：是、否'))
    default:
      return textValue(cell, kind)
  }
}
