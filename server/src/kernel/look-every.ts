/**
 * Looks for something every `ms` milliseconds, one look at a time: none begins while another is under way.
 * @returns a function that stops it after the current look
 */
export const lookEvery = (
  ms: number,
  look: () => Promise<unknown>,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let looking: Promise<unknown> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => {
        looking = undefined
      })
  }, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
