import { availableParallelism } from 'node:os'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { Piscina } from 'piscina'
import { randomPassword } from './random-password.ts'
import { AppError } from './scope.ts'
import { threadFile } from './thread-file.ts'

const maxQueueLength = 200
/**
 * Low-priority threads, so that a wave of sign-ins hardly slows down other requests. Idle threads end after 30 seconds
 * to release memory.
 */
const hashPool = new Piscina<unknown, unknown>({
  filename: threadFile(import.meta.dirname, 'hashing-worker'),
  minThreads: 0,
  maxThreads: availableParallelism(),
  maxQueue: maxQueueLength,
  idleTimeout: 30_000,
  niceIncrement: 15,
})
/** Throws `busy` if the queue is full, so that overload fails fast. */
const runInPool = async <T>(name: 'hash' | 'verify', task: unknown): Promise<T> => {
  if (hashPool.queueSize >= maxQueueLength) throw new AppError(kernelErrors.busy)
  return hashPool.run(task, { name }) as Promise<T>
}

/**
 * Returns a PHC string.
 * @throws `busy` if the queue is full
 */
export const hashPassword = (password: string): Promise<string> => runInPool('hash', password)

// Hash of an unknown password: checking an unknown account takes as long as a known one, so timing reveals nothing.
let decoy: Promise<string> | undefined
const decoyHash = () => {
  decoy ??= hashPassword(randomPassword(24)).catch((error: unknown) => {
    // Made again, or unknown accounts would stay busy, which tells them from known ones.
    decoy = undefined
    throw error
  })
  return decoy
}

/** Compares exactly as typed. `stored` is undefined for an unknown account: false, after the same time. */
export const passwordMatches = async (stored: string | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await decoyHash())
  const matches = await runInPool<boolean>('verify', { stored: against, password })
  return matches && stored !== undefined
}
