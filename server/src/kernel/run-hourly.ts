const hour = 3_600_000

/**
 * Runs work every hour.
 * @returns a function that stops it after the current run
 */
export const runHourly = (work: () => Promise<unknown>, onError: (error: unknown) => void): (() => Promise<void>) => {
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
