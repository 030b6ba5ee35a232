import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { workPool } from '../../kernel/work-pool.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const waiting = 200
const inTurn = workPool(availableParallelism(), waiting)

/** Out: a PHC string. Throws `busy` when too many are waiting already. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

// A hash nobody knows the password of: an unknown account costs as much time as a known one (threat T10).
let decoy: Promise<string> | undefined
const decoyHash = () => {
  decoy ??= hashPassword(randomPassword(24))
  return decoy
}

/** Compares exactly as typed. In: the stored hash, or undefined for an unknown account, which takes as long and is false. */
export const passwordMatches = async (stored: string | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await decoyHash())
  const matches = await inTurn(() => verify(against, password))
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
