import { runInTurn } from '../../../kernel/jobs/run-in-turn.ts'

/** Maximum concurrent deliveries. */
const concurrency = 8

type Ports<Item> = {
  /** Claims up to `limit` due items. */
  claim(limit: number): Promise<Item[]>
  deliver(item: Item): Promise<void>
  onError(error: unknown): void
}

/**
 * Delivers due items beside the caller.
 * @returns `fill`, which starts as many deliveries as it may and goes on with the rest as they end, and `drain`, which
 *   waits for those in progress and starts no more
 */
export const createDeliverer = <Item>({ claim, deliver, onError }: Ports<Item>) => {
  const inProgress = new Set<Promise<void>>()
  let mayBeMore = false
  let stopped = false

  const startDelivery = (item: Item) => {
    const done = deliver(item)
      .catch(onError)
      .finally(() => {
        inProgress.delete(done)
        if (mayBeMore) fill().catch(onError)
      })
    inProgress.add(done)
  }
  const turns = runInTurn(async () => {
    mayBeMore = true
    while (mayBeMore && !stopped && inProgress.size < concurrency) {
      const capacity = concurrency - inProgress.size
      const items = await claim(capacity)
      items.forEach(startDelivery)
      mayBeMore = items.length === capacity
    }
  })
  const fill = () => turns.run()
  return {
    fill,
    async drain() {
      stopped = true
      await turns.idle()
      await Promise.all(inProgress)
    },
  }
}
