const pollMs = 2000
/** So many are on their way at once; a slow provider holds up no more connections than that. */
const atOnce = 8

type Ports<Item> = {
  /** Takes at most so many that are due. */
  claim(most: number): Promise<Item[]>
  deliver(item: Item): Promise<void>
  onError(error: unknown): void
}

/**
 * Delivers whatever is due, whenever it is woken and every two seconds. Nothing thrown ends it. Out: how to wake it, and
 * how to stop it once what is on its way has arrived.
 */
export const createDeliverer = <Item>({ claim, deliver, onError }: Ports<Item>) => {
  const underWay = new Set<Promise<void>>()
  let filling: Promise<void> | undefined
  let wokenMeanwhile = false
  let stopped = false

  const begin = (item: Item) => {
    const done = deliver(item)
      .catch(onError)
      .finally(() => {
        underWay.delete(done)
        wake()
      })
    underWay.add(done)
  }
  const fill = async () => {
    while (!stopped && underWay.size < atOnce) {
      const room = atOnce - underWay.size
      const items = await claim(room)
      items.forEach(begin)
      if (items.length < room) return
    }
  }
  function wake() {
    wokenMeanwhile = filling !== undefined
    if (stopped || filling) return
    filling = fill()
      .catch(onError)
      .finally(() => {
        filling = undefined
        if (wokenMeanwhile) wake()
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
      await Promise.all(underWay)
    },
  }
}
