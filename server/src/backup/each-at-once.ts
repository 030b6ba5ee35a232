/**
 * Works on the items of a source, some at a time, and ends at the first error. Takes how many.
 * @throws what the work throws
 */
export const eachAtOnce = async <T>(
  source: AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const items = source[Symbol.asyncIterator]()
  let failed = false
  const takeTurns = async () => {
    for (;;) {
      const { value, done } = await items.next()
      if (done || failed) return
      await work(value).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const turns = await Promise.allSettled(Array.from({ length: most }, takeTurns))
  await items.return?.()
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
}
