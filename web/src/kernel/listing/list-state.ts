import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'

/** What a list shows, as its address says it. `filters` are kept as they travel, without the `f.`. */
export type ListState = {
  page: number
  size: number
  search: string
  sort: string
  filters: Readonly<Record<string, string>>
  /** Of a list whose pages are counted from a row: the row older or newer ones are shown of. */
  after?: number | undefined
  before?: number | undefined
}

const filterPrefix = 'f.'
const defaultSize = pageSizes[0]
const sizes: readonly number[] = pageSizes

type Shape = Readonly<Record<string, z.core.$ZodType>>
type Parse = (schema: z.core.$ZodType, value: unknown) => { success: boolean; data?: unknown }

/** Reads a list state out of an address. Whatever the list's own query schema would refuse falls back to its default. */
export const parseListState = (params: URLSearchParams, shape: Shape, parse: Parse): ListState => {
  const accepted = <T>(name: string, fallback: T): T => {
    const schema = shape[name]
    const given = params.get(name)
    if (!schema || given === null) return fallback
    const result = parse(schema, given)
    return result.success ? (result.data as T) : fallback
  }
  const size = accepted('size', defaultSize as number)
  const filters = Object.keys(shape)
    .filter((name) => name.startsWith(filterPrefix))
    .map((name) => [name.slice(filterPrefix.length), accepted(name, undefined) === undefined ? '' : params.get(name)])
    .filter((pair): pair is [string, string] => Boolean(pair[1]))
  return {
    page: accepted('page', 1),
    size: sizes.includes(size) ? size : defaultSize,
    search: accepted('search', ''),
    sort: accepted('sort', ''),
    filters: Object.fromEntries(filters),
    after: accepted('after', undefined),
    before: accepted('before', undefined),
  }
}

/** The query the server is asked with. */
export const listQueryOf = ({ filters, ...state }: ListState) => ({
  ...state,
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [filterPrefix + name, value])),
})

/** The address of a list state: what is as usual is left out. */
export const addressOf = (state: ListState) => ({
  ...listQueryOf(state),
  page: state.page === 1 ? undefined : state.page,
  size: state.size === defaultSize ? undefined : state.size,
})

/** Whether a search or a filter narrows the list. */
export const isNarrowed = ({ search, filters }: ListState) =>
  search !== '' || Object.values(filters).some((value) => value !== '')
