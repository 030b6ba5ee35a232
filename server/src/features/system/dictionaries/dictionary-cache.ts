import type { DictionaryOption } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import type { Announcements } from '../../../kernel/announcements.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { dictionaryEntriesRepository as repository } from './dictionary-entries.repository.ts'

/** The delay until another node's change is read here if its announcement is lost (decision 17). */
const cacheTtlMs = 1000
const maxCached = 5000
const announced = 'dictionaries'

export type DictionaryCache = ReturnType<typeof createDictionaryCache>

/** Items recently read by this node, by company and group. Concurrent readers of the same groups share one load. */
export const createDictionaryCache = ({
  database,
  announcements,
}: {
  database: Database
  announcements: Announcements
}) => {
  const cached = createCache<string, DictionaryOption[]>(maxCached, { ttl: cacheTtlMs })
  const loading = new Map<string, Promise<Map<string, DictionaryOption[]>>>()
  let invalidations = 0
  const toKey = (companyId: string, group: string) => `${companyId} ${group}`

  /** Items read before the last invalidation may be the stale ones: they are not cached. */
  const load = async (companyId: string, groups: readonly string[]) => {
    const generation = invalidations
    const options = await database.read({ reach: 'company', companyId }, (db) => repository.options(db, groups))
    if (generation === invalidations) for (const [group, items] of options) cached.set(toKey(companyId, group), items)
    return options
  }
  const loadOnce = (companyId: string, groups: readonly string[]) => {
    const key = toKey(companyId, groups.join())
    const running = loading.get(key)
    if (running) return running
    const started = load(companyId, groups).finally(() => {
      if (loading.get(key) === started) loading.delete(key)
    })
    loading.set(key, started)
    return started
  }
  /** Reads what is committed now. Of many callers at once, the ones behind a running load share the next one. */
  const waiting = new Map<string, ReturnType<typeof load>>()
  const loadFresh = (companyId: string, groups: readonly string[]) => {
    const key = toKey(companyId, groups.join())
    const running = loading.get(key)
    if (!running) return loadOnce(companyId, groups)
    const loadNext = () => {
      waiting.delete(key)
      return loadOnce(companyId, groups)
    }
    const next = waiting.get(key) ?? running.then(loadNext, loadNext)
    waiting.set(key, next)
    return next
  }
  const drop = () => {
    invalidations += 1
    cached.clear()
    loading.clear()
  }
  announcements.subscribe((message) => {
    if (message === announced) drop()
  })

  return {
    cacheReads: cached.reads,
    /** Items of each group. Takes `isFresh` reads what is committed now. */
    async read(companyId: string, groups: readonly string[], isFresh: boolean) {
      const known = new Map(
        groups.map((group) => [group, isFresh ? undefined : cached.get(toKey(companyId, group))] as const),
      )
      const missing = groups.filter((group) => known.get(group) === undefined)
      if (missing.length === 0) return known as ReadonlyMap<string, DictionaryOption[]>
      const loaded = await (isFresh ? loadFresh : loadOnce)(companyId, missing)
      return new Map(groups.map((group) => [group, loaded.get(group) ?? known.get(group) ?? []]))
    },
    /** Drops all items, on all nodes. */
    forget() {
      drop()
      announcements.publish(announced)
    },
  }
}
