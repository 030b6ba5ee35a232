/**
 * Runs work one at a time. A call during a run starts another one afterwards, since the current one may have looked
 * already; further calls until then share it.
 * @returns `run`, which rejects as its run does, and `idle`, which waits for what was called
 */
export const runInTurn = (work: () => Promise<void>) => {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    run(): Promise<void> {
      if (next) return next
      const mine = current.then(() => {
        next = undefined
        return work()
      })
      next = mine
      current = mine.catch(() => undefined)
      return mine
    },
    idle: () => current,
  }
}
