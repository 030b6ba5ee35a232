import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { type Endpoint, toPermission } from '@atrium/contract/kernel/endpoint.ts'

const newestFirst = '-createTime'
/** Whether a list can be asked for its newest rows. */
const isWatchable = ({ wire, method, params, query }: Endpoint) =>
  wire === 'list' && method === 'GET' && !params && (query?.safeParse({ sort: newestFirst }).success ?? false)

/** Lists whose saved searches can remind of new rows, by `module.name`. */
export const watchableLists = ({ endpoints }: Pick<Catalogue, 'endpoints'>): ReadonlyMap<string, Endpoint> =>
  new Map(endpoints.filter(isWatchable).map((endpoint) => [`${endpoint.module}.${endpoint.name}`, endpoint]))

/** The search of a view for its newest rows. */
export const newestOf = (query: string, size: number): Record<string, string> => ({
  ...Object.fromEntries(new URLSearchParams(query)),
  sort: newestFirst,
  page: '1',
  size: String(size),
})

/** The address of a view in the console; the console itself for lists without a menu of their own. */
export const addressOfView = ({ menus }: Pick<Catalogue, 'menus'>, endpoint: Endpoint, query: string): string => {
  const permission = toPermission(endpoint)
  const menu = menus.find((each) => each.component !== undefined && each.needs === permission)
  return menu ? `/console/web/${menu.path}?${query}` : '/console/'
}
