import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'

export type Json = { [name: string]: unknown }
/** Position of a parameter in a request; nested body fields have longer paths. */
export type Parameter = { part: 'params' | 'query' | 'body'; path: readonly string[] }

export type JsonSchema = {
  type?: string
  format?: string
  maxLength?: number
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minimum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}
const converted = new WeakMap<z.ZodMiniType, JsonSchema>()
const asJson = (schema: z.ZodMiniType): JsonSchema => {
  const json = converted.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  converted.set(schema, json as JsonSchema)
  return json as JsonSchema
}
/** The JSON schema of a part of a request; undefined if the endpoint has none. */
export const toSchema = (endpoint: Endpoint, part: Parameter['part']): JsonSchema | undefined => {
  const schema = part === 'body' ? (endpoint.method === 'GET' ? undefined : endpoint.body) : endpoint[part]
  return schema && asJson(schema)
}
const parts = ['params', 'query', 'body'] as const

const pathsIn = (schema: JsonSchema): string[][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [name],
    ...pathsIn(field).map((rest) => [name, ...rest]),
  ])

/** All parameters an endpoint declares. */
export const listParameters = (endpoint: Endpoint): Parameter[] =>
  parts.flatMap((part) => pathsIn(toSchema(endpoint, part) ?? {}).map((path) => ({ part, path })))

/** Name and schema of a parameter as a key: parameters with the same key are parsed alike. */
export const schemaKey = (endpoint: Endpoint, { part, path }: Parameter): string => {
  const at = (schema: JsonSchema | undefined, name: string) => schema?.properties?.[name]
  return `${part} ${path.at(-1)} ${JSON.stringify(path.reduce(at, toSchema(endpoint, part)))}`
}

/** Texts of a format. */
const formatted: Readonly<Record<string, () => string>> = {
  uuid: () => randomUUID(),
  date: () => '2026-01-31',
  'date-time': () => '2026-01-31T08:00:00.000Z',
}
/** A plain value of a schema. */
export const valueFor = (schema: JsonSchema): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return valueFor(schema.anyOf[0])
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  if (schema.type === 'object') return objectFor(schema)
  return formatted[schema.format ?? '']?.() ?? 'sample'
}
const objectFor = ({ properties = {}, required = [] }: JsonSchema): Json =>
  Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]))

/** A request built from the declaration alone; `samples.ts` has better ones where patterns or rows are needed. */
export const plainRequest = (endpoint: Endpoint): Partial<Record<Parameter['part'], Json>> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const schema = toSchema(endpoint, part)
      return schema ? [[part, objectFor(schema)]] : []
    }),
  )

/** Returns a copy of the object with the value at the path. */
export const withValue = (into: Json, [name = '', ...rest]: readonly string[], value: unknown): Json => {
  const inner = into[name]
  const next =
    rest.length === 0
      ? value
      : withValue(typeof inner === 'object' && inner !== null ? (inner as Json) : {}, rest, value)
  // A computed key makes `__proto__` an own property too.
  return { ...into, [name]: next }
}

/**
 * Whether the contract's schema accepts the value. A schema that throws counts as accepting, so that the gate reports
 * it.
 */
export const isAccepted = (
  endpoint: Endpoint,
  sample: Partial<Record<Parameter['part'], Json>>,
  { part, path }: Parameter,
  value: unknown,
): boolean => {
  const schema = part === 'body' ? (endpoint.method === 'GET' ? undefined : endpoint.body) : endpoint[part]
  const parsed = part === 'body' || typeof value === 'string' ? value : JSON.stringify(value)
  try {
    return schema?.safeParse(withValue(sample[part] ?? {}, path, parsed)).success ?? true
  } catch {
    return true
  }
}
