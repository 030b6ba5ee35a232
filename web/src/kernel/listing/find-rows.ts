import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Find } from '../../ui/use-found-options.ts'
import { call } from '../api/call.ts'
import { requestTo } from '../api/request-to.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'

const maxRows = 20

/** Rows of a list by search text and filters, preceded by the chosen one if the search does not find it. */
export const findRows = async <L extends ListEndpoint>(
  { list, get }: { list: L; get: Endpoint },
  [search, chosen, signal]: Parameters<Find>,
  filters: Readonly<Record<string, string>> = {},
): Promise<RowOf<L>[]> => {
  const reply = await call<ListEndpoint>(list, requestTo({ query: { search, size: maxRows, ...filters } }), { signal })
  const { data } = reply as { data: RowOf<L>[] }
  if (!chosen || data.some(({ id }) => id === chosen)) return data
  const own = (await call<Endpoint>(get, requestTo({ params: { id: chosen } }), { signal })) as RowOf<L>
  return [own, ...data]
}
