const pollMs = 2000
/** Maximum concurrent deliveries. */
const concurrency = 8

type Ports<Item> = {
  /** Claims up to `limit` due items. */
  claim(limit: number): Promise<Item[]>
  deliver(item: Item): Promise<void>
  onError(error: unknown): void
}

/**
 * Delivers due items when woken and every two seconds. Reports errors and keeps running. Returns `wake`, and `stop`,
 * which waits for deliveries in progress.
 */
export const createDeliverer = <Item>({ claim, deliver, onError }: Ports<Item>) => {
  const inProgress = new Set<Promise<void>>()
  let filling: Promise<void> | undefined
  let wasWoken = false
  let stopped = false

  const startDelivery = (item: Item) => {
    const done = deliver(item)
      .catch(onError)
      .finally(() => {
        inProgress.delete(done)
        wake()
      })
    inProgress.add(done)
  }
  const fill = async () => {
    while (!stopped && inProgress.size < concurrency) {
      const capacity = concurrency - inProgress.size
      const items = await claim(capacity)
      items.forEach(startDelivery)
      if (items.length < capacity) return
    }
  }
  function wake() {
    wasWoken = filling !== undefined
    if (stopped || filling) return
    filling = fill()
      .catch(onError)
      .finally(() => {
        filling = undefined
        if (wasWoken) wake()
      })
  }

  const timer = setInterval(wake, pollMs)
  timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await filling
      await Promise.all(inProgress)
    },
  }
}
