import { runInTurn } from '../../../kernel/jobs/run-in-turn.ts'

type Item = { webhookId: string }
type Ports<T extends Item> = {
  places: number
  /** Claims due items. In: how many, and how many of each webhook are under way. */
  claim(limit: number, busy: ReadonlyMap<string, number>): Promise<T[]>
  work(item: T): Promise<void>
  onError(error: unknown): void
}

/**
 * Works on due items beside the caller, a limited number of each webhook at a time. Returns `fill`, which takes as many as
 * there are free places and goes on with the rest as they end, and `drain`, which waits for those under way and takes no
 * more.
 */
export const createPlaces = <T extends Item>({ places, claim, work, onError }: Ports<T>) => {
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  let stopped = false
  const change = (webhookId: string, by: 1 | -1) => {
    const many = (busy.get(webhookId) ?? 0) + by
    if (many === 0) busy.delete(webhookId)
    else busy.set(webhookId, many)
  }
  const begin = (item: T) => {
    change(item.webhookId, 1)
    const done = work(item)
      .catch(onError)
      .finally(() => {
        change(item.webhookId, -1)
        underWay.delete(done)
        if (!stopped) fill().catch(onError)
      })
    underWay.add(done)
  }
  const turns = runInTurn(async () => {
    while (!stopped && underWay.size < places) {
      const items = await claim(places - underWay.size, busy)
      if (items.length === 0) return
      items.forEach(begin)
    }
  })
  const fill = () => turns.run()
  return {
    fill,
    async drain() {
      stopped = true
      await turns.idle()
      await Promise.all(underWay)
    },
  }
}
