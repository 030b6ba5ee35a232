import { runInTurn } from '../../../kernel/jobs/run-in-turn.ts'

type Item = { companyId: string; webhookId: string }
/** How many items of a webhook are under way. */
export type Busy = Item & { many: number }
type Ports<T extends Item> = {
  places: number
  /** Claims due items. In: how many, and which are under way. */
  claim(limit: number, busy: readonly Busy[]): Promise<T[]>
  work(item: T): Promise<void>
  onError(error: unknown): void
}

/** Places that come free within so long are filled by one claim. */
const gatherMs = 10

/**
 * Works on due items beside the caller, a limited number at a time. Returns `fill`, which takes as many as
 * there are free places and goes on with the rest as they end, and `drain`, which waits for those under way and takes no
 * more.
 */
export const createPlaces = <T extends Item>({ places, claim, work, onError }: Ports<T>) => {
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, Busy>()
  let stopped = false
  const change = ({ companyId, webhookId }: Item, by: 1 | -1) => {
    const many = (busy.get(webhookId)?.many ?? 0) + by
    if (many === 0) busy.delete(webhookId)
    else busy.set(webhookId, { companyId, webhookId, many })
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
      await turns.idle()
      await Promise.all(underWay)
    },
  }
}
