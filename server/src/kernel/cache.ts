import { LRUCache } from 'lru-cache'

/**
 * A cache whose least recently used entries leave when it is full. Takes how many it keeps, and for how many
 * milliseconds. Its memory grows with its entries; by `max` the package would reserve all places at once, megabytes on
 * an idle node.
 */
export const createCache = <Key extends {}, Value extends {}>(
  most: number,
  { ttl = 0 }: { ttl?: number } = {},
): LRUCache<Key, Value> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl })
