import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  /** How long a reading is good. */
  everyMs: number
  /** How long one is waited for. */
  patienceMs: number
}

/**
 * Shares an expensive reading: it is made at most that often, once for all who ask meanwhile, and not waited for longer
 * than that. One that fails is not kept.
 * @returns what reads
 * @throws what the reading throws, and an Error if it takes too long; then it goes on for those who ask later
 */
export const createSharedReading = <T>(
  read: () => Promise<T>,
  { everyMs, patienceMs }: Options,
): (() => Promise<T>) => {
  let kept: { reading: Promise<T>; until: number } | undefined
  const begin = () => {
    const begun = { reading: read(), until: Number.POSITIVE_INFINITY }
    begun.reading.then(
      () => {
        begun.until = performance.now() + everyMs
      },
      () => {
        kept = undefined
      },
    )
    return begun
  }
  return async () => {
    if (!kept || performance.now() >= kept.until) kept = begin()
    const waited = new AbortController()
    const patience = sleep(patienceMs, undefined, { ref: false, signal: waited.signal }).then(() => {
      throw new Error('the reading takes too long')
    })
    try {
      return await Promise.race([kept.reading, patience])
    } finally {
      waited.abort()
      patience.catch(() => undefined)
    }
  }
}
