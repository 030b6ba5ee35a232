import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../scope.ts'
import type { AnyInput } from './implement.ts'

const maxNesting = 20

/** Keys that would reach a prototype when a value is copied key by key. */
const reachesPrototype = (value: object): boolean =>
  Object.hasOwn(value, '__proto__') ||
  (Object.hasOwn(value, 'constructor') &&
    Object.hasOwn(Object((value as Record<string, unknown>).constructor), 'prototype'))

/**
 * Whether PostgreSQL can store the value: text without NUL and unpaired surrogates. Also bounds nesting before
 * recursive code sees the value, and rejects unsafe keys. Breadth first, so that depth costs no stack.
 */
const isStorable = (input: unknown): boolean => {
  let level: unknown[] = [input]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNesting) return false
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') {
        if (value.includes('\0') || !value.isWellFormed()) return false
      } else if (typeof value === 'object' && value !== null) {
        if (reachesPrototype(value)) return false
        for (const key of Object.keys(value)) next.push(key)
        for (const each of Object.values(value)) next.push(each)
      }
    }
    level = next
  }
  return true
}

/** A misspelt filter must not return, or export, all rows. */
const unknownFilters = (sent: object, known: object): FieldError[] =>
  Object.keys(sent)
    .filter((name) => name.startsWith('f.') && !(name in known))
    .map((field) => ({ field, msg: t('不支持按“{field}”筛选', { field: field.slice(2) }) }))

const parts = ['params', 'query', 'body'] as const
type Parts = Record<(typeof parts)[number], unknown>

/**
 * Parses the raw parts of a request by the endpoint's schemas.
 * @throws `invalid` with a message per field
 */
export const readInput = (endpoint: Endpoint, raw: Parts): Omit<AnyInput, 'file'> => {
  const input: Parts = { params: undefined, query: undefined, body: undefined }
  const errors: FieldError[] = []
  for (const part of parts) {
    const schema = part === 'body' ? (endpoint.method === 'GET' ? undefined : endpoint.body) : endpoint[part]
    if (!schema) continue
    const value = raw[part] ?? {}
    if (!isStorable(value)) throw new AppError(kernelErrors.invalid)
    const parsed = schema.safeParse(value)
    if (parsed.success) {
      input[part] = parsed.data
      errors.push(...unknownFilters(value, Object(parsed.data)))
    } else for (const { path, message } of parsed.error.issues) errors.push({ field: path.join('.'), msg: message })
  }
  if (errors.length > 0) {
    throw new AppError({ code: kernelErrors.invalid.code, msg: errors[0]?.msg ?? kernelErrors.invalid.msg }, { errors })
  }
  return input
}
