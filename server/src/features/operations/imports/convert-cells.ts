import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import type { CellValue } from '../../../kernel/workbooks/cell.ts'
import { isError } from '../../../kernel/workbooks/cell.ts'
import { dateOf, hasLostDigits, numberOf, textOf, truthOf } from '../../../kernel/workbooks/cell-values.ts'

/** What became of a cell: a value of a request, several texts that stand for rows, nothing, or a problem. */
export type Converted = { value: unknown } | { names: readonly string[] } | { problem: string } | undefined

type Item = { readonly code: string; readonly name: string; readonly retired?: true | undefined }
export type ConversionWords = {
  items: ReadonlyMap<string, readonly Item[]>
  /** Wall-clock time of the caller as a moment. */
  momentOf(local: string): string
  /** The other way. */
  clock(moment: string): string
}

const fullWidth = /[\uff01-\uff5e]/g
const halfWidth = (text: string) =>
  text.replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')
const maxOffered = 6
const offered = (labels: readonly string[]) =>
  labels.length <= maxOffered ? labels.join('、') : `${labels.slice(0, maxOffered).join('、')} 等`

const oneOf = (text: string, choices: readonly Item[]): Converted => {
  const found =
    choices.find(({ name }) => name === text) ?? choices.find(({ code }) => code.toLowerCase() === text.toLowerCase())
  if (found) return { value: found.code }
  return { problem: `只能填写：${offered(choices.filter(({ retired }) => !retired).map(({ name }) => name))}` }
}
const textValue = (cell: CellValue, kind: SheetField['kind']): Converted => {
  if (hasLostDigits(cell))
    return { problem: '号码超过 15 位且单元格为数字格式，末尾数字已丢失，请将单元格设为文本格式后重新填写' }
  const text = textOf(cell) ?? ''
  const isCode = kind === 'phone' || kind === 'idcard' || kind === 'mail'
  return { value: isCode ? halfWidth(text).trim() : text }
}
const known = <T>(value: T | undefined, problem: string): Converted => (value === undefined ? { problem } : { value })

/** Converts a cell as its field requires. Out: undefined for an empty one. */
export const convertCell = (
  cell: CellValue | undefined,
  { kind, dictionary, choices, reference }: SheetField,
  { items, momentOf }: ConversionWords,
): Converted => {
  if (cell === undefined || cell === null) return undefined
  if (isError(cell)) return { problem: `公式的结果是错误 ${cell.error}，请改为具体的值` }
  const text = textOf(cell) ?? ''
  if (text === '') return undefined
  // Neither is a text for the database.
  if (text.includes('\0') || !text.isWellFormed()) return { problem: '不能包含不可见字符' }
  if (dictionary !== undefined) return oneOf(text, items.get(dictionary) ?? [])
  if (choices)
    return oneOf(
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
      return known(numberOf(cell), '请填写数字')
    case 'date':
      return known(dateOf(cell)?.slice(0, 10), '日期不存在或格式不正确，例如 2026-11-26')
    case 'datetime': {
      const local = dateOf(cell)
      return known(local && momentOf(local), '时间不存在或格式不正确，例如 2026-11-26 09:30:00')
    }
    case 'bool':
      return known(truthOf(cell), '只能填写：是、否')
    default:
      return textValue(cell, kind)
  }
}
