import {
  type DictionaryOption,
  dictionaryQueryContract,
  maxQueriedGroups,
} from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { call } from '../../../kernel/api/call.ts'

type Options = readonly DictionaryOption[]
type Waiting = PromiseWithResolvers<Options>

let waiting = new Map<string, Waiting>()
/** Groups asked for before: they are loaded again because they have changed, which a node's cache may not know yet. */
const known = new Set<string>()

const load = async (asked: readonly (readonly [string, Waiting])[]) => {
  const groups = asked.map(([group]) => group)
  const isFresh = groups.some((group) => known.has(group))
  for (const group of groups) known.add(group)
  try {
    const request = { query: { groups: groups.join(), ...(isFresh && { fresh: '1' as const }) } }
    const options = await call(dictionaryQueryContract.query, request, { toasts: false })
    for (const [group, { resolve }] of asked) resolve(options[group] ?? [])
  } catch (error) {
    for (const [, { reject }] of asked) reject(error)
  }
}
const loadWaiting = () => {
  const asked = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1))
  waiting = new Map()
  for (let at = 0; at < asked.length; at += maxQueriedGroups) void load(asked.slice(at, at + maxQueriedGroups))
}

/** The items of a group. Groups that are asked for in one tick are loaded by one call. */
export const loadDictionary = (group: string): Promise<Options> => {
  if (waiting.size === 0) setTimeout(loadWaiting)
  const asked = waiting.get(group) ?? Promise.withResolvers<Options>()
  waiting.set(group, asked)
  return asked.promise
}
