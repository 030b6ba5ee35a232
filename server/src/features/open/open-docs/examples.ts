import { t } from '@atrium/contract/kernel/texts.ts'
import type { JsonSchema, Schemas } from './openapi-types.ts'

/** Values by the name of their field, for schemas that say no more than "a text". */
const byName: Readonly<Record<string, unknown>> = {
  name: '示例名称',
  account: 'zhangwei',
  title: '标题',
  code: 'A01',
  phone: '13800138000',
  email: 'zhangwei@example.cn',
  ip: '203.0.113.7',
  msg: 'ok',
  traceId: '0f8fad5bd9cb469fa16570867728950e',
  color: '#1677ff',
  search: '',
  sort: '',
  areaCode: '330100',
  creditCode: '91330100MA2BXXXX01',
  url: 'https://example.cn',
}
const uuid = '0193b5c2-7d1e-7c4a-9b3f-2a6d8e4f1c50'
const time = '2026-01-15T01:30:00.000Z'
/** Tried in their order against a pattern and the bounds of length. */
const candidates: readonly string[] = [
  '示例',
  'A01',
  'a',
  'zhangwei',
  'sample',
  '13800138000',
  '123456',
  '100',
  '1.0',
  '#1677ff',
  '',
  uuid,
  time,
  'zhangwei@example.cn',
  'https://example.cn',
  '/web/sample',
  '/open/v1/orders',
  '/api/orders/v1',
  'example.cn',
  'users.list',
  '0f8fad5b',
  '0f8fad5bd9cb469fa16570867728950e',
  '0f'.repeat(32),
  'a'.repeat(43),
  'at load (app.js:1:2)',
  'app.js:1:2',
  `${uuid}~${uuid}`,
  '2026-01-15',
  'sampletext12',
]
/** What people type may have no end, or ask for a million rows or letters: an example of it stops here. */
const [maxSteps, maxItems, maxLetters, maxDepth] = [5000, 20, 1000, 100]
const pad = (text: string, least: number) => text.padEnd(Math.min(least, maxLetters), text || 'a')
/** Patterns that people type may take hours to try: those with groups, and with several repetitions. */
export const isQuick = (pattern: string) => !/[()|]/.test(pattern) && (pattern.match(/[*+?{]/g) ?? []).length <= 3

const textFor = (schema: JsonSchema, name: string, typed: boolean): string => {
  const {
    pattern,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  const shape = pattern === undefined || (typed && !isQuick(pattern)) ? undefined : new RegExp(pattern, 'u')
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && (shape?.test(text) ?? true)
  const first = Object.hasOwn(byName, name) ? [String(byName[name])] : []
  const guessed = name.endsWith('Time') ? [time] : name === 'id' || /[a-z]Id$/.test(name) ? [uuid] : []
  const found = [...first, ...guessed, ...candidates].find((text) => fits(t(text)))
  if (found !== undefined) return t(found)
  return pad(t('示例'), minLength)
}
const numberFor = ({ minimum, maximum }: JsonSchema): number => {
  const least = typeof minimum === 'number' ? minimum : 1
  return Math.min(Math.max(least, 1), typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY)
}
const formats: Readonly<Record<string, string>> = {
  uuid,
  'date-time': time,
  date: '2026-01-15',
  email: 'zhangwei@example.cn',
  uri: 'https://example.cn',
  ipv4: '203.0.113.7',
  time: '01:30:00Z',
  hostname: 'example.cn',
}
const inferType = ({ type, properties, items }: JsonSchema): unknown => {
  const one = Array.isArray(type) ? type.find((each) => each !== 'null') : type
  return one ?? (properties ? 'object' : items ? 'array' : undefined)
}
const resolve = (schemas: Schemas, $ref: string): JsonSchema =>
  $ref
    .replace('#/components/schemas/', '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], schemas) as JsonSchema

const deepest = 8
type Options = { all: boolean; typed?: boolean; name?: string; depth?: number; left?: { steps: number } }
/**
 * A value that a schema admits, the same in every build. Optional fields of a request are left out unless they have a
 * default. Takes `schemas` hold what is referred to; `typed` by people, who may be wrong.
 * @throws for what is no schema
 */
export const buildExample = (
  schemas: Schemas,
  schema: JsonSchema,
  { all, name = '', depth = 0, typed = false, left = { steps: maxSteps } }: Options,
): unknown => {
  left.steps -= 1
  if (depth > maxDepth || left.steps < -maxSteps) return {}
  const isDeep = depth >= deepest || left.steps < 0
  const inner = (of: JsonSchema, as = name) =>
    buildExample(schemas, of, { all, name: as, depth: depth + 1, typed, left })
  const choose = (of: unknown) => {
    const choices = of as readonly JsonSchema[]
    return inner(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {})
  }
  const object = ({ properties = {}, required = [] }: JsonSchema) =>
    Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, of]) => {
        const isShown = (required as string[]).includes(key) || (!isDeep && (all || 'default' in of))
        return isShown && left.steps > -maxSteps ? [[key, inner(of, key)]] : []
      }),
    )
  const list = ({ items, minItems = 0 }: JsonSchema) =>
    Number(minItems) === 0 && (isDeep || items === undefined)
      ? []
      : Array.from({ length: Math.min(maxItems, Math.max(1, Number(minItems))) }, () =>
          inner((items ?? {}) as JsonSchema),
        )
  if (typeof schema.$ref === 'string') {
    const found = resolve(schemas, schema.$ref)
    return found ? inner(found) : {}
  }
  if ('example' in schema) return schema.example
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.anyOf) return choose(schema.anyOf)
  if (schema.oneOf) return choose(schema.oneOf)
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((each) => inner(each as JsonSchema)), object(schema))
  switch (inferType(schema)) {
    case 'object':
      return object(schema)
    case 'array':
      return list(schema)
    case 'integer':
    case 'number':
      return numberFor(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return formats[String(schema.format)] ?? textFor(schema, name, typed)
    default:
      return {}
  }
}
