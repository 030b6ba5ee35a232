import { t } from '@atrium/contract/kernel/texts.ts'
import { type Filter, filter, parse } from 'scim2-parse-filter'
import { badRequest } from './scim-refusal.ts'
import { isObject, type Json, lowerNames, toFlag } from './scim-values.ts'

const maxOperations = 1000
const maxPath = 500
const names = ['add', 'replace', 'remove'] as const

/** What an operation is about: an attribute, of its values those that match, and a part of these. */
export type PatchPath = {
  attribute: string
  matches: ((value: Json) => boolean) | undefined
  /** What is asked for, if it is the value itself. */
  equals?: string
  part: string
}
/** Conditions on values are compared without case, and flags as such: no attribute with several values has exact ones. */
const withoutCase = (parsed: Filter): Filter => {
  if ('filters' in parsed) return { ...parsed, filters: parsed.filters.map(withoutCase) }
  if ('filter' in parsed) return { ...parsed, filter: withoutCase(parsed.filter) }
  if ('valFilter' in parsed) return { ...parsed, valFilter: withoutCase(parsed.valFilter) }
  if (!('compValue' in parsed) || typeof parsed.compValue !== 'string') return parsed
  const text = parsed.compValue.toLowerCase()
  return { ...parsed, compValue: parsed.attrPath.toLowerCase() === 'primary' ? (toFlag(text) ?? text) : text }
}
const lowerTexts = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each.toLowerCase() : each]),
  )
const pickEquals = (parsed: Filter): { equals?: string } =>
  parsed.op === 'eq' &&
  'compValue' in parsed &&
  typeof parsed.compValue === 'string' &&
  parsed.attrPath.toLowerCase() === 'value'
    ? { equals: parsed.compValue }
    : {}
/** An operation with a path. One without a path is several, one for each attribute that its value names. */
export type PatchOperation = { op: (typeof names)[number]; path: PatchPath; text: string; value: unknown }

const shape = /^((?:urn:[\w.:-]+:)?[\w$-]+(?:\.[\w$-]+)?)(?:\[(.+)\](?:\.([\w$-]+))?)?$/s
const parsePath = (text: string): PatchPath => {
  const [, attribute = '', inner, part = ''] = (text.length <= maxPath && shape.exec(text)) || []
  if (attribute === '') throw badRequest('invalidPath', t('路径“{text}”有误', { text: text.slice(0, maxPath) }))
  if (inner === undefined) return { attribute, matches: undefined, part }
  try {
    const parsed: Filter = parse(inner)
    const matches = filter(withoutCase(parsed))
    return { attribute, matches: (value) => Boolean(matches(lowerTexts(value))), ...pickEquals(parsed), part }
  } catch {
    throw badRequest('invalidFilter', t('路径“{text}”中的条件有误', { text }))
  }
}
const operationsIn = (given: unknown): PatchOperation[] => {
  if (!isObject(given)) throw badRequest('invalidSyntax', t('操作格式有误'))
  const { op: asked, path, value } = lowerNames(given)
  const op = names.find((name) => name === String(asked).toLowerCase())
  if (!op) throw badRequest('invalidSyntax', t('op 应为 add、replace 或 remove'))
  if (typeof path === 'string' && path !== '') return [{ op, path: parsePath(path), text: path, value }]
  if (path !== undefined && path !== null && path !== '') throw badRequest('invalidPath', t('路径应为文本'))
  if (op === 'remove') throw badRequest('noTarget', t('remove 须给出路径'))
  if (!isObject(value)) throw badRequest('invalidValue', t('没有路径的操作，其值应为对象'))
  return Object.entries(value).map(([name, each]) => ({ op, path: parsePath(name), text: name, value: each }))
}

/**
 * Reads a PATCH (RFC 7644, section 3.5.2).
 * @throws `invalidSyntax`, `invalidPath`, `invalidFilter` and `noTarget`
 */
export const patchOperations = (body: Json): PatchOperation[] => {
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(given) || given.length === 0) throw badRequest('invalidSyntax', t('缺少 Operations'))
  if (given.length > maxOperations) throw badRequest('tooMany', t('一次最多 {maxOperations} 个操作', { maxOperations }))
  return given.flatMap(operationsIn)
}
