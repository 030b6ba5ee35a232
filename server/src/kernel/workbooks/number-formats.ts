import type { Limits } from './limits.ts'
import { parseAll } from './parse-xml.ts'
import { Refusal } from './refusal.ts'

/** What a cell shows of its number: a date or time of day, hours counted on, or a minimum of digits. */
export type NumberFormat = 'date' | 'duration' | { readonly digits: number } | undefined

/** Built-in formats of dates and times: western ones, and those of Chinese, Japanese and Korean programs. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
/** `[h]:mm:ss` */
const builtInDuration = 46
const builtInFormat = (id: number): NumberFormat => {
  if (id === builtInDuration) return 'duration'
  return builtInDates.some(([from, to]) => id >= from && id <= to) ? 'date' : undefined
}

/** Quoted texts, escaped signs, colours and conditions, fill and space signs. */
const noDate = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./g
/** Leading zeros, as codes and numbers of employees have them. */
const zeros = /^0{2,}$/
/** What a format shows: `yyyy"年"m"月"` a date, `[h]:mm` hours counted on, `[红色]0.0` a number, `00000` five digits. */
const parseFormat = (code: string): NumberFormat => {
  const [first = ''] = code.split(';')
  if (zeros.test(first)) return { digits: first.length }
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'duration'
  if (/general|通用格式/i.test(first)) return undefined
  return /[ymdhs]/i.test(first.replace(noDate, '')) ? 'date' : undefined
}

const maxStyles = 100_000
/** What the styles of cells show, by index. */
export const readNumberFormats = async (part: AsyncIterable<Uint8Array>, limits: Limits): Promise<NumberFormat[]> => {
  const custom = new Map<number, NumberFormat>()
  const formats: number[] = []
  // Formats and styles lie in differential styles, too, whose numbers are their own.
  let list = ''
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'numFmts' || name === 'cellXfs') list = name
    if (name === 'numFmt' && list === 'numFmts')
      custom.set(Number(attributes.numFmtId), parseFormat(attributes.formatCode ?? ''))
    if (name === 'xf' && list === 'cellXfs') formats.push(Number(attributes.numFmtId ?? 0))
    if (formats.length > maxStyles || custom.size > maxStyles) throw new Refusal('contentTooLarge')
  }
  const close = (name: string) => {
    if (name === list) list = ''
  }
  await parseAll(part, 'styleSheet', { open, close }, limits)
  return formats.map((id) => (custom.has(id) ? custom.get(id) : builtInFormat(id)))
}
