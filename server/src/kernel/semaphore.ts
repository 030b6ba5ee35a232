import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from './scope.ts'

/**
 * Runs expensive work a few at a time. In: how many at once and how many may wait.
 * The returned function throws `busy` when the queue is full, so a storm is answered instead of endured.
 */
export const workPool = (atOnce: number, waiting: number) => {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError(kernelErrors.busy)
      await new Promise<void>((start) => queue.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      // The place is handed over, not given back, so a newcomer cannot overtake the queue.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
