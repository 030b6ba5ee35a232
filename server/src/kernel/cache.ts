import { LRUCache } from 'lru-cache'

/** How often a cache had what was asked of it. */
export type CacheReads = { hit: number; miss: number }

class CountedCache<Key extends {}, Value extends {}> extends LRUCache<Key, Value> {
  /** Since the start. */
  readonly reads: CacheReads = { hit: 0, miss: 0 }
  override get(...asked: Parameters<LRUCache<Key, Value>['get']>): Value | undefined {
    const found = super.get(...asked)
    this.reads[found === undefined ? 'miss' : 'hit'] += 1
    return found
  }
}

export type { CountedCache }

/**
 * A cache whose least recently used entries leave when it is full. Takes how many it keeps, and for how many
 * milliseconds. Its memory grows with its entries; by `max` the package would reserve all places at once, megabytes on
 * an idle node.
 */
export const createCache = <Key extends {}, Value extends {}>(
  most: number,
  { ttl = 0 }: { ttl?: number } = {},
): CountedCache<Key, Value> => new CountedCache({ maxSize: most, sizeCalculation: () => 1, ttl })
