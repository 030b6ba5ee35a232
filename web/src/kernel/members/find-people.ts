import type * as z from 'zod/mini'
import type { Find } from '../../ui/use-found-options.ts'
import { call } from '../api/call.ts'
import type { ListEndpoint } from '../listing/list-contract.ts'

type Person = { id: string; name: string; account: string }
type ListOfPeople = ListEndpoint & { reply: z.ZodMiniType<{ data: Person[] }> }

/** Finds people by what a list of them searches in. In: the list. */
export const findPeople =
  (list: ListOfPeople): Find =>
  async (search, _chosen, signal) => {
    // Every list takes these; a generic endpoint hides that from the compiler.
    const { data } = await call<ListOfPeople>(list, { query: { search, size: 20 } } as never, { signal })
    return data.map(({ id, name, account }) => ({ value: id, label: `${name}（${account}）` }))
  }
