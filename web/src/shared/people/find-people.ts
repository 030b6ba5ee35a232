import type * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { requestTo } from '../../kernel/api/request-to.ts'
import type { ListEndpoint } from '../../kernel/listing/list-contract.ts'
import type { Find } from '../../ui/use-found-options.ts'
import { userName } from './user-name.ts'

type Person = { id: string; name: string; account: string }
type ListOfPeople = ListEndpoint & { reply: z.ZodMiniType<{ data: Person[] }> }

/** Finds users by the search of a list. */
export const findPeople =
  (list: ListOfPeople): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call<ListOfPeople>(list, requestTo({ query: { search, size: 20 } }), { signal })
    return data.map((user) => ({ value: user.id, label: userName(user) }))
  }
