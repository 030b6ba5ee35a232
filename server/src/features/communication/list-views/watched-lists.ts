import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'

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

/** The code of the menu that shows a list; undefined for lists without one of their own. */
export const menuOfList = ({ menus }: Pick<Catalogue, 'menus'>, endpoint: Endpoint): string | undefined => {
  const permission = toPermission(endpoint)
  return menus.find((each) => each.component !== undefined && each.needs === permission)?.code
}
