import { fieldLabel } from '@atrium/contract/field-words.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import type { JsonSchema, Schemas } from './openapi-types.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose values are data, not schemas. */
const literal = new Set(['default', 'const', 'enum', 'example', 'examples', 'required', 'type'])
/** Keywords whose values are schemas by name. */
const named = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas'])
type Change = (schema: Record<string, unknown>, field: string | undefined) => Record<string, unknown>

/** Changes each schema within a schema, from the inside out. `field` is the name of a property. */
const changeEach = (value: unknown, change: Change, field?: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => changeEach(each, change))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([keyword, held]): [string, unknown] => {
    if (literal.has(keyword)) return [keyword, held]
    if (named.has(keyword) && isObject(held))
      return [
        keyword,
        Object.fromEntries(Object.entries(held).map(([name, schema]) => [name, changeEach(schema, change, name)])),
      ]
    return [keyword, changeEach(held, change)]
  })
  return change(Object.fromEntries(inner), field)
}

const withoutSafeBounds = ({ minimum, maximum, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
  ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
})
/** A record with few names has them as properties: generators of types and of examples read no `propertyNames`. */
const withProperties: Change = (schema) => {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = isObject(propertyNames) ? propertyNames.enum : undefined
  if (!Array.isArray(names) || !isObject(additionalProperties)) return schema
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, additionalProperties])) }
}
/** Says what a reader needs: no pattern beside its format, no bound that every number has, the field's name. */
const readable: Change = (schema, field) => {
  const { additionalProperties, pattern, ...rest } = withoutSafeBounds(withProperties(schema, field))
  const label = field === undefined ? undefined : fieldLabel(field)
  return {
    ...(label !== undefined && label !== field && !('$ref' in rest) && { title: t(label) }),
    ...rest,
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    // Replies may grow fields, so that none is forbidden.
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
  }
}

/** A definition within a schema stands beside it: `SysRolesMenusDataSchema0`. */
const partName = (name: string, key: string) =>
  `${name}${key.replaceAll(/[^A-Za-z0-9]/g, '').replace(/^./, (first) => first.toUpperCase())}`
const pointed = (token: string) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
/** A name that no other schema has: codes such as `a-b` and `a_b` lead to the same one. */
const freeName = (taken: ReadonlySet<string>, name: string, number = 1): string => {
  const numbered = number === 1 ? name : `${name}_${number}`
  return taken.has(numbered) ? freeName(taken, name, number + 1) : numbered
}
/**
 * References within a schema, which stands in a document under a name of its own, with its definitions beside it. Takes
 * the names of the definitions.
 */
const relocated =
  (name: string, parts: ReadonlyMap<string, string>): Change =>
  (schema) => {
    const { $ref } = schema
    if (typeof $ref !== 'string') return schema
    const [, token, rest = ''] = /^#\/\$defs\/([^/]+)(.*)$/.exec($ref) ?? []
    const part = token === undefined ? undefined : (parts.get(pointed(token)) ?? partName(name, pointed(token)))
    if (part !== undefined) return { ...schema, $ref: `#/components/schemas/${part}${rest}` }
    return { ...schema, $ref: $ref.replace(/^#(?=\/|$)/, `#/components/schemas/${name}`) }
  }

export const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Schema of what is sent (`input`) or answered (`output`), before it has a name. */
export const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const {
    $schema: _,
    '~standard': _standard,
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return changeEach(json, readable) as JsonSchema
}

/**
 * Whether a definition is any JSON: it refers to itself and has no fields. Generators of types cannot express it, and a
 * reader learns nothing from it.
 */
const isAnyJson = (definition: unknown) => {
  const text = JSON.stringify(definition)
  return text.includes('"$ref"') && !text.includes('"properties"')
}
/**
 * Adds a schema under a name, or under the next free one, with its references led there.
 * @returns a reference to it
 */
export const addSchema = (schemas: Schemas, wanted: string, { $defs, ...schema }: JsonSchema): JsonSchema => {
  const taken = new Set(Object.keys(schemas))
  const take = (name: string) => {
    const free = freeName(taken, name)
    taken.add(free)
    return free
  }
  const name = take(wanted)
  const definitions = isObject($defs) ? Object.entries($defs) : []
  const parts = new Map(definitions.map(([key]) => [key, take(partName(name, key))]))
  const add = (as: string, each: unknown) => {
    schemas[as] = changeEach(each, relocated(name, parts)) as JsonSchema
  }
  add(name, schema)
  for (const [key, each] of definitions)
    add(parts.get(key) ?? partName(name, key), isAnyJson(each) ? { title: t('任意 JSON') } : each)
  return referenceTo(name)
}

/**
 * A schema that a person has typed.
 * @returns without an identity of its own and without references beyond itself; undefined for an empty text.
 */
export const typedSchema = (text: string): JsonSchema | undefined => {
  if (text === '') return undefined
  const value: unknown = JSON.parse(text)
  return changeEach(value, ({ $schema: _schema, $id: _id, $ref, ...rest }) => ({
    ...rest,
    ...(typeof $ref === 'string' && /^#(\/|$)/.test($ref) && { $ref }),
  })) as JsonSchema
}
