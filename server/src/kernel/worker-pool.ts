import { runInTurn } from './jobs/run-in-turn.ts'

/** How many items of one key are under way, beside one of them. */
export type InFlight<T> = { item: T; many: number }
type Ports<T> = {
  places: number
  /** What shares places, like the receiver of an item. */
  toKey(item: T): string
  /** Claims due items. Takes how many, and what is under way. */
  claim(limit: number, busy: readonly InFlight<T>[]): Promise<T[]>
  work(item: T): Promise<void>
  onError(error: unknown): void
}

/** Places that come free within so long are filled by one claim. */
const gatherMs = 10

/**
 * Works on due items beside the caller, a limited number at a time, and tells how many of each key are under way.
 * @returns `fill`, which takes as many as there are free places and goes on with the rest as they end, and `drain`,
 *   which waits for those under way and takes no more
 */
export const createWorkerPool = <T>({ places, toKey, claim, work, onError }: Ports<T>) => {
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, InFlight<T>>()
  let stopped = false
  const change = (item: T, by: 1 | -1) => {
    const key = toKey(item)
    const many = (busy.get(key)?.many ?? 0) + by
    if (many === 0) busy.delete(key)
    else busy.set(key, { item, many })
  }
  let filling: NodeJS.Timeout | undefined
  const fillSoon = () => {
    if (stopped || filling) return
    filling = setTimeout(() => {
      filling = undefined
      fill().catch(onError)
    }, gatherMs)
  }
  const begin = (item: T) => {
    change(item, 1)
    const done = work(item)
      .catch(onError)
      .finally(() => {
        change(item, -1)
        underWay.delete(done)
        fillSoon()
      })
    underWay.add(done)
  }
  const turns = runInTurn(async () => {
    while (!stopped && underWay.size < places) {
      const items = await claim(places - underWay.size, [...busy.values()])
      if (items.length === 0) return
      items.forEach(begin)
    }
  })
  const fill = () => turns.run()
  return {
    fill,
    async drain() {
      stopped = true
      clearTimeout(filling)
      await turns.idle()
      await Promise.all(underWay)
    },
  }
}
