import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type Json, type JsonSchema, toSchema } from '../hostile/parameters.ts'
import type { Sample } from '../hostile/sample.ts'

/** Where a request takes an id; `[]` ends the name of a list: `orgs[]`, `orgId`. */
export type IdParameter = { part: 'params' | 'query' | 'body'; path: readonly string[] }
export type IdKind = 'organization' | 'user' | 'role' | 'any'

type Schema = JsonSchema & { oneOf?: JsonSchema[] }
const pathsIn = (schema: Schema, at: readonly string[] = []): (readonly string[])[] => {
  if (schema.format === 'uuid') return [at]
  const listed = [...at.slice(0, -1), `${at.at(-1)}[]`]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => pathsIn(field, [...at, name])),
    ...(schema.items ? pathsIn(schema.items, listed) : []),
    ...[schema.anyOf ?? [], schema.oneOf ?? []].flat().flatMap((each) => pathsIn(each, at)),
  ]
}
const parts = ['params', 'query', 'body'] as const
export const toName = ({ part, path }: IdParameter) => [part, ...path].join('.')
/** All ids that an endpoint takes. */
export const listIdParameters = (endpoint: Endpoint): IdParameter[] => {
  const all = parts.flatMap((part) => pathsIn(toSchema(endpoint, part) ?? {}).map((path) => ({ part, path })))
  return [...new Map(all.map((each) => [toName(each), each])).values()]
}

const kindByModule: Readonly<Record<string, IdKind>> = { sysOrgs: 'organization', sysUsers: 'user', sysRoles: 'role' }
const kindByName: readonly (readonly [RegExp, IdKind])[] = [
  [/^(orgIds?|organizations|into|dataOrgIds)$/, 'organization'],
  [/^(roleIds?|assignable)$/, 'role'],
  [/^(userId|users|handoverTo|ownerId|approverIds|add|remove)$/, 'user'],
  [/^(subjectId|targetIds|ids)$/, 'any'],
]
/** What the id is of; undefined for rows of other kinds. */
export const findKind = ({ module }: Endpoint, { part, path }: IdParameter): IdKind | undefined => {
  const name = (path.at(-1) ?? '').replace('[]', '')
  if (name === 'parent' || (part === 'params' && name === 'id')) return kindByModule[module]
  return kindByName.find(([pattern]) => pattern.test(name))?.[1]
}

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const withIds = (into: Json, [name = '', ...rest]: readonly string[], ids: readonly string[]): Json => {
  const key = name.replace('[]', '')
  const inner = into[key]
  if (name === key) return { ...into, [key]: rest.length === 0 ? ids[0] : withIds(asObject(inner), rest, ids) }
  if (rest.length === 0) return { ...into, [key]: ids }
  const items = Array.isArray(inner) ? inner : []
  return { ...into, [key]: ids.map((id, at) => withIds(asObject(items[at] ?? items[0]), rest, [id])) }
}
/** A copy of the request with these ids there; a parameter that is no list takes the first. */
export const withIdsAt = (sample: Sample, { part, path }: IdParameter, ids: readonly string[]): Sample => ({
  ...sample,
  [part]: withIds(sample[part] ?? {}, path, ids),
})
