import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from './scope.ts'

/**
 * Limits concurrent runs of expensive work. Takes the concurrency and the queue length. The returned function throws
 * `busy` if the queue is full, so that a flood is refused rather than queued.
 */
export const semaphore = (concurrency: number, maxWaiting: number) => {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (queue.length >= maxWaiting) throw new AppError(kernelErrors.busy)
      await new Promise<void>((start) => queue.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      // The slot is handed over, not released, so that a new caller cannot overtake the queue.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
