/**
 * Writes what is kept in memory every `ms` milliseconds, one write after the other.
 * @returns a function that stops it after writing the rest
 */
export const writeEvery = (
  ms: number,
  write: () => Promise<unknown>,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let writing: Promise<unknown> = Promise.resolve()
  const enqueue = () => {
    writing = writing.then(write).catch(onError)
  }
  const timer = setInterval(enqueue, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    enqueue()
    await writing
  }
}
