import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import type * as z from 'zod/mini'
import type { FieldValues } from '../../../../kernel/sheets/imported-rows.ts'
import { type ImportableField, isAdded } from '../../excels/index.ts'

type Schema = z.ZodMiniType & { shape?: Readonly<Record<string, Schema>> }
export const getBody = (endpoint: Endpoint): Schema => {
  if (endpoint.method === 'GET' || !endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  return endpoint.body as Schema
}
const toPath = ({ as, field }: ImportableField) => (as ?? field).split('.')

const schemaAt = (schema: Schema | undefined, [first, ...rest]: readonly string[]): Schema | undefined =>
  first === undefined ? schema : schemaAt(schema?.shape?.[first], rest)
/** Whether a request of the endpoint has the field. One that a company has added is part of a record. */
export const takesField = (endpoint: Endpoint, field: ImportableField): boolean =>
  schemaAt(getBody(endpoint), isAdded(field) ? toPath(field).slice(0, 1) : toPath(field)) !== undefined

/** The value of a field in a body. */
export const valueIn = (body: FieldValues, field: ImportableField): unknown =>
  toPath(field).reduce((value: unknown, name) => (value as FieldValues | undefined)?.[name], body)

/** Whether a body has the field. */
export const holdsField = (body: FieldValues, field: ImportableField): boolean => (toPath(field)[0] ?? '') in body

/** A code as text or number, whichever the field takes. */
const fitting = (body: Schema, path: readonly string[], value: unknown) => {
  if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value)) return value
  const schema = schemaAt(body, path)
  return schema && !schema.safeParse(value).success && schema.safeParse(Number(value)).success ? Number(value) : value
}
const setValue = (body: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) body[first] = value
  else {
    const inner = { ...(body[first] as FieldValues | undefined) }
    setValue(inner, rest, value)
    body[first] = inner
  }
}
/** A body of this schema with these values in it. */
export const bodyWith = (
  schema: Schema,
  body: FieldValues,
  values: readonly { field: ImportableField; value: unknown }[],
): FieldValues => {
  const written = { ...body }
  for (const { field, value } of values) {
    const path = toPath(field)
    setValue(written, path, fitting(schema, path, value))
  }
  return written
}

/** Only what a request of the endpoint takes. */
export const pickRequestFields = (endpoint: Endpoint, body: FieldValues): FieldValues => {
  const shape = getBody(endpoint).shape ?? {}
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in shape))
}

/**
 * Judges a body.
 * @returns what the endpoint takes, or a message for each field
 */
export const judgeBody = (endpoint: Endpoint, body: FieldValues): { body: unknown } | { errors: FieldError[] } => {
  const parsed = getBody(endpoint).safeParse(body)
  if (parsed.success) return { body: parsed.data }
  return { errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), msg: message })) }
}
const isAt = (path: string, field: string) => path === field || path.startsWith(`${field}.`)
/** The field of a message, by its place in requests or by its own name; empty for one of the row. */
export const fieldOfError = ({ field: path }: FieldError, fields: readonly ImportableField[]): string =>
  fields.find((field) => isAt(path, toPath(field).join('.')))?.field ??
  fields.find(({ field }) => isAt(path, field))?.field ??
  ''

/**
 * Whether two values of a field are the same for its users: moments in whatever form, several rows in whatever order, and
 * empty in whatever way.
 */
export const isSameValue = ({ kind }: ImportableField, one: unknown, other: unknown): boolean => {
  const plain = (value: unknown) => {
    if (Array.isArray(value)) return JSON.stringify([...new Set(value)].sort())
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'object') return JSON.stringify(value)
    return kind === 'datetime' ? Date.parse(String(value)) : value
  }
  return Object.is(plain(one), plain(other))
}
