import { createCache } from './cache.ts'

/** Changes apply to what is asked for a second later (decision 17). */
const cacheTtlMs = 1000

/**
 * Remembers reads for a second. What fails is forgotten at once.
 * @param maxKeys for how many keys
 * @returns `known`, a read that is under way or was made within the last second; `read`, which makes one unless it is
 *   known; and how often one was known.
 */
export const createShortTtlCache = <Found>(maxKeys: number) => {
  const reads = createCache<string, Promise<Found>>(maxKeys, { ttl: cacheTtlMs })
  const known = (key: string): Promise<Found> | undefined => reads.get(key)
  const read = (key: string, load: () => Promise<Found>): Promise<Found> => {
    const earlier = known(key)
    if (earlier) return earlier
    const loading = load()
    reads.set(key, loading)
    loading.catch(() => reads.delete(key))
    return loading
  }
  return { known, read, reads: reads.reads }
}
