const hour = 3_600_000

/** Does something every hour. In: what, and where to tell of trouble. Out: how to stop, once what is under way is done. */
export const hourly = (work: () => Promise<unknown>, onError: (error: unknown) => void): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(work).catch(onError)
  }, hour)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
