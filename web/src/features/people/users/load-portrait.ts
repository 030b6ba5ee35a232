import { maxPortraits, userPortraitsContract } from '@atrium/contract/features/people/users/user-portraits.contract.ts'
import { call } from '../../../kernel/api/call.ts'

type Portraits = ReadonlyMap<string, string>
let waiting: { ids: Set<string>; loaded: Promise<Portraits> } | undefined

const load = async (ids: ReadonlySet<string>): Promise<Portraits> => {
  // The rows of a list ask one after the other.
  await new Promise((resolve) => setTimeout(resolve))
  waiting = undefined
  const query = { ids: [...ids].join(',') }
  const found = await call(userPortraitsContract.portraits, { query }, { toasts: false })
  return new Map(found.map(({ id, image }) => [id, `data:image/jpeg;base64,${image}`]))
}

/** Small portrait of a user as an address; null without one. Portraits asked for at the same time share a call. */
export const loadPortrait = async (id: string): Promise<string | null> => {
  if (!waiting || waiting.ids.size >= maxPortraits) {
    const ids = new Set<string>()
    waiting = { ids, loaded: load(ids) }
  }
  waiting.ids.add(id)
  return (await waiting.loaded).get(id) ?? null
}
