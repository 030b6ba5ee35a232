import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Find } from '../../ui/use-found-options.ts'
import { call } from '../api/call.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'

const maxRows = 20

/** Rows of a list by search text and filters, preceded by the chosen one if the search does not find it. */
export const findRows = async <L extends ListEndpoint>(
  { list, get }: { list: L; get: Endpoint },
  [search, chosen, signal]: Parameters<Find>,
  filters: Readonly<Record<string, string>> = {},
): Promise<RowOf<L>[]> => {
  // Every list takes these parameters; the generic type hides that from the compiler.
  const reply = await call<ListEndpoint>(list, { query: { search, size: maxRows, ...filters } } as never, { signal })
  const { data } = reply as { data: RowOf<L>[] }
  if (!chosen || data.some(({ id }) => id === chosen)) return data
  const own = (await call<Endpoint>(get, { params: { id: chosen } } as never, { signal })) as RowOf<L>
  return [own, ...data]
}
