import type { Limits } from './limits.ts'
import { parseAll } from './parse-xml.ts'
import { Refusal } from './refusal.ts'

/** Built-in formats of dates and times: western ones, and those of Chinese, Japanese and Korean programs. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const isBuiltInDate = (id: number) => builtInDates.some(([from, to]) => id >= from && id <= to)

/** Quoted texts, escaped signs, colours and conditions, fill and space signs. */
const noDate = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./g
/** Whether a number format shows a date or a time of day: `yyyy"年"m"月"`, not `[红色]0.0` and not hours counted on (`[h]:mm`). */
const isDateFormat = (code: string): boolean => {
  const [first = ''] = code.split(';')
  if (/\[(h+|m+|s+)\]/i.test(first) || /general|通用格式/i.test(first)) return false
  return /[ymdhs]/i.test(first.replace(noDate, ''))
}

const maxStyles = 100_000
/** Which styles of cells are dates, by index. */
export const readDateStyles = async (part: AsyncIterable<Uint8Array>, limits: Limits): Promise<boolean[]> => {
  const custom = new Map<number, boolean>()
  const formats: number[] = []
  let isInCellStyles = false
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'numFmt') custom.set(Number(attributes.numFmtId), isDateFormat(attributes.formatCode ?? ''))
    if (name === 'cellXfs') isInCellStyles = true
    if (name === 'xf' && isInCellStyles) formats.push(Number(attributes.numFmtId ?? 0))
    if (formats.length > maxStyles || custom.size > maxStyles) throw new Refusal('contentTooLarge')
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isInCellStyles = false
  }
  await parseAll(part, 'styleSheet', { open, close }, limits)
  return formats.map((id) => custom.get(id) ?? isBuiltInDate(id))
}
