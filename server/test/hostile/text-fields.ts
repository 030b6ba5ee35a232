import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type Json, type JsonSchema, toSchema, valueFor } from './parameters.ts'

/** A place for text in a body. */
export type TextField = {
  /** Where, for example `options[]` or `admin.name`. */
  title: string
  /** Most characters. */
  max: number
  /** A copy of the body with the text in it. */
  put: (body: Json, text: string) => Json
}

type Put = (value: unknown, text: string) => unknown
type Place = { title: string; max: number; put: Put }

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const inProperty =
  (name: string, put: Put): Put =>
  (value, text) => {
    const into = asObject(value)
    return { ...into, [name]: put(into[name], text) }
  }
const inFirst =
  (items: JsonSchema, put: Put): Put =>
  (value, text) => {
    const [first = valueFor(items)] = Array.isArray(value) ? value : []
    return [put(first, text)]
  }

const isText = ({ type, format, enum: words, const: word }: JsonSchema) =>
  type === 'string' && !words && word === undefined && format !== 'uuid' && format !== 'date-time'
/** A value of any kind, such as that of a parameter. */
const isAnything = (schema: JsonSchema) =>
  !['type', 'enum', 'const', 'anyOf', 'properties', 'oneOf', 'allOf', 'not'].some((word) => word in schema)

const placesIn = (schema: JsonSchema, title: string): Place[] => {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => placesIn(each, title))
  if (isText(schema) || isAnything(schema)) return [{ title, max: schema.maxLength ?? 60_000, put: (_, text) => text }]
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    placesIn(property, title === '' ? name : `${title}.${name}`).map(({ put, ...place }) => ({
      ...place,
      put: inProperty(name, put),
    })),
  )
  const { items, additionalProperties: values } = schema
  const listed = items
    ? placesIn(items, `${title}[]`).map(({ put, ...place }) => ({ ...place, put: inFirst(items, put) }))
    : []
  if (typeof values !== 'object') return [...named, ...listed]
  const key: Place = { title: `${title}{key}`, max: 40, put: (value, text) => ({ ...asObject(value), [text]: 'x' }) }
  const valued = placesIn(values, `${title}{}`).map(({ put, ...place }) => ({ ...place, put: inProperty('x', put) }))
  return [...named, ...listed, key, ...valued]
}

/** The places for text in an endpoint's body, those in lists and maps included. */
export const listTextFields = (endpoint: Endpoint): TextField[] => {
  const schema = toSchema(endpoint, 'body')
  return schema ? placesIn(schema, '').map(({ put, ...place }) => ({ ...place, put: put as TextField['put'] })) : []
}
