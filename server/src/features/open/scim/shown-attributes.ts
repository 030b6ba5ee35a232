import { customName, customSchema } from './custom-attributes.ts'
import { attributeName } from './filter-condition.repository.ts'
import { parameter, type Query } from './list-request.repository.ts'
import { isObject, type Json } from './scim-values.ts'

const always = new Set(['schemas', 'id'])

/** Names of attributes in a parameter, in lower case; of `name.givenName` the parts by `name`. */
const namesIn = (text: string): Map<string, Set<string>> => {
  const names = new Map<string, Set<string>>()
  for (const path of text.split(',')) {
    const custom = customName(path.trim())
    const [name = '', part = ''] =
      custom === undefined
        ? attributeName(path.trim()).split('.')
        : [customSchema.toLowerCase(), custom.toLowerCase().replace(/\..*$/, '')]
    names.set(name, (names.get(name) ?? new Set()).add(part))
  }
  return names
}
const pickParts = (value: unknown, keep: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => pickParts(each, keep))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => keep(part.toLowerCase())))
}
const pick = (resource: Json, names: Map<string, Set<string>>, isPicked: boolean): Json =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const parts = names.get(name.toLowerCase())
      if (always.has(name)) return [[name, value]]
      if (!parts) return isPicked ? [] : [[name, value]]
      if (parts.has('')) return isPicked ? [[name, value]] : []
      return [[name, pickParts(value, (part) => parts.has(part) === isPicked)]]
    }),
  )

/** The attributes of a resource that a request asks for (RFC 7644, section 3.9). */
export const shownAttributes = (resource: Json, query: Query): Json => {
  const wanted = parameter(query, 'attributes')
  if (wanted !== undefined) return pick(resource, namesIn(wanted), true)
  const unwanted = parameter(query, 'excludedAttributes')
  return unwanted === undefined ? resource : pick(resource, namesIn(unwanted), false)
}
