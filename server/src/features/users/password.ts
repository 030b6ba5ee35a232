import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { Piscina } from 'piscina'
import { AppError } from '../../kernel/scope.ts'

const waiting = 200
/**
 * Threads that give way to everything else: while everybody signs in, whoever only reads a list hardly notices. They end
 * after half a minute without work and give their memory back.
 */
const threads = new Piscina<unknown, unknown>({
  filename: join(import.meta.dirname, 'hashing.ts'),
  minThreads: 0,
  maxThreads: availableParallelism(),
  maxQueue: waiting,
  idleTimeout: 30_000,
  niceIncrement: 15,
})
/** Throws `busy` when too many are waiting already, so that a storm is answered instead of endured. */
const inThread = async <T>(name: 'hash' | 'verify', task: unknown): Promise<T> => {
  if (threads.queueSize >= waiting) throw new AppError(kernelErrors.busy)
  return threads.run(task, { name }) as Promise<T>
}

/** Out: a PHC string. Throws `busy` when too many are waiting already. */
export const hashPassword = (password: string): Promise<string> => inThread('hash', password)

// A hash nobody knows the password of: an unknown account costs as much time as a known one (threat T10).
let decoy: Promise<string> | undefined
const decoyHash = () => {
  decoy ??= hashPassword(randomPassword(24))
  return decoy
}

/** Compares exactly as typed. In: the stored hash, or undefined for an unknown account, which takes as long and is false. */
export const passwordMatches = async (stored: string | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await decoyHash())
  const matches = await inThread<boolean>('verify', { stored: against, password })
  return matches && stored !== undefined
}

const groups = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*?-_']
const pick = (group: string) => group.charAt(randomInt(group.length))

/** A random password of the given length: begins with a letter, every class of character occurs, none that looks like another. */
export const randomPassword = (length: number): string => {
  const [upper = '', ...others] = groups
  const all = groups.join('')
  const rest = [...others.map(pick), ...Array.from({ length: length - groups.length }, () => pick(all))]
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    const swapped = rest[at] ?? ''
    rest[at] = rest[other] ?? ''
    rest[other] = swapped
  }
  return pick(upper) + rest.join('')
}
