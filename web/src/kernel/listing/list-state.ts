import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'

/** State of a list, as in its address. `filters` are keyed without the prefix `f.`. */
export type ListState = {
  page: number
  size: number
  search: string
  sort: string
  filters: Readonly<Record<string, string>>
  /** Of a keyset-paged list: show rows older (`after`) or newer (`before`) than this sequence number. */
  after?: number | undefined
  before?: number | undefined
}

const filterPrefix = 'f.'
/** Filters of custom fields are one parameter, an object by the field's key; to the list each is a filter of its own. */
const customFilter = 'custom'
const customPrefix = 'custom.'
const splitCustom = ({ custom, ...filters }: Readonly<Record<string, string>>): Record<string, string> => {
  if (custom === undefined) return filters
  const values = Object.entries(JSON.parse(custom) as Record<string, unknown>)
  return {
    ...filters,
    ...Object.fromEntries(
      values.flatMap(([key, value]) => (typeof value === 'string' ? [[customPrefix + key, value]] : [])),
    ),
  }
}
const joinCustom = (filters: Readonly<Record<string, string>>): Record<string, string> => {
  const isCustom = ([name, value]: [string, string]) => name.startsWith(customPrefix) && value !== ''
  const values = Object.entries(filters).filter(isCustom)
  const others = Object.entries(filters).filter(([name]) => !name.startsWith(customPrefix))
  const custom = Object.fromEntries(values.map(([name, value]) => [name.slice(customPrefix.length), value]))
  return { ...Object.fromEntries(others), ...(values.length > 0 && { [customFilter]: JSON.stringify(custom) }) }
}
const defaultSize = pageSizes[0]
const sizes: readonly number[] = pageSizes

type Shape = Readonly<Record<string, z.core.$ZodType>>
type Parse = (schema: z.core.$ZodType, value: unknown) => { success: boolean; data?: unknown }

/** Reads a list state from an address. Values that the list's query schema refuses fall back to their defaults. */
export const parseListState = (params: URLSearchParams, shape: Shape, parse: Parse): ListState => {
  const readParam = <T>(name: string, fallback: T): T => {
    const schema = shape[name]
    const given = params.get(name)
    if (!schema || given === null) return fallback
    const result = parse(schema, given)
    return result.success ? (result.data as T) : fallback
  }
  const size = readParam('size', defaultSize as number)
  const filters = Object.keys(shape)
    .filter((name) => name.startsWith(filterPrefix))
    .map((name) => [name.slice(filterPrefix.length), readParam(name, undefined) === undefined ? '' : params.get(name)])
    .filter((pair): pair is [string, string] => Boolean(pair[1]))
  return {
    page: readParam('page', 1),
    size: sizes.includes(size) ? size : defaultSize,
    search: readParam('search', ''),
    sort: readParam('sort', ''),
    filters: splitCustom(Object.fromEntries(filters)),
    after: readParam('after', undefined),
    before: readParam('before', undefined),
  }
}

/** The query to send to the server. */
export const toListQuery = ({ filters, ...state }: ListState) => ({
  ...state,
  ...Object.fromEntries(Object.entries(joinCustom(filters)).map(([name, value]) => [filterPrefix + name, value])),
})

/** What is searched and filtered by, as sent to the server: the state without its page and order. */
export const toCriteria = (state: ListState) => {
  const { page, size, sort, after, before, ...criteria } = toListQuery(state)
  return criteria
}

/** The address parameters of a list state, without default values. */
export const toAddress = (state: ListState) => ({
  ...toListQuery(state),
  page: state.page === 1 ? undefined : state.page,
  size: state.size === defaultSize ? undefined : state.size,
})

/** Whether a search or filter is set. */
export const isFiltered = ({ search, filters }: ListState) =>
  search !== '' || Object.values(filters).some((value) => value !== '')
