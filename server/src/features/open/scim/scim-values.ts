import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isVisibleLine } from '@atrium/contract/kernel/visible-text.ts'
import { badRequest } from './scim-refusal.ts'

export type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** An object with its names in lower case: names of attributes have none (RFC 7643, section 2.1). */
export const lowerNames = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]))
/** What an attribute with several values holds: null and absent ones do not count. */
export const toList = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => each !== null && each !== undefined)

const maxText = 200
export const invalid = (path: string, msg: string) => badRequest('invalidValue', labelledText(path, t(msg)))
/** A line that can be stored and seen; null and absent values are empty. */
export const toText = (path: string, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid(path, t('应为文本'))
  const text = value.trim()
  if (text.length > maxText) throw invalid(path, t('最多 {maxText} 个字符', { maxText }))
  if (!isVisibleLine(text) || !text.isWellFormed()) throw invalid(path, t('含有无效字符'))
  return text
}
/** Entra ID sends the texts "True" and "False". */
export const toFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return text === 'true' ? true : text === 'false' ? false : undefined
}
